import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { sandboxStyle } from './sandboxStyle.ts'

/**
 * What browsers load, below the provider's folder: the same files that the tests import, so that
 * there is one source and no build. None may import anything that is not in this list.
 */
const MODULES = [
  'core/testCards.ts',
  'pages/core/cardBrand.ts',
  'pages/core/cardNumber.ts',
  'pages/core/checkCard.ts',
  'pages/core/expiry.ts',
  'pages/core/fieldToCorrect.ts',
  'pages/core/formCards.ts',
  'pages/browser/cardInputs.ts',
  'pages/browser/challenge.ts',
  'pages/browser/elements.ts',
  'pages/browser/form.ts',
  'pages/browser/intents.ts',
  'pages/browser/parentPage.ts',
]

const provider = new URL('../', import.meta.url)

interface PageAsset {
  /** Below `/sandbox/assets/`. */
  readonly path: string
  readonly type: string
  read(): string
}

export const pageAssets: readonly PageAsset[] = [
  { path: 'pages.css', type: 'text/css; charset=utf-8', read: () => sandboxStyle },
  ...MODULES.map((file) => ({
    path: asScript(file),
    type: 'text/javascript; charset=utf-8',
    read: () => toScript(readFileSync(new URL(file, provider), 'utf8')),
  })),
]

/** TypeScript as a browser reads it: without its types, and importing scripts. */
const toScript = (source: string): string =>
  stripTypeScriptTypes(source).replace(
    /(\bfrom )'(\.[^']+)'/g,
    (_, from: string, file: string) => `${from}'${asScript(file)}'`,
  )

function asScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}
