import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language, Script, Words } from './Words.ts'

const SCRIPTS: readonly Script[] = ['latin', 'spaced', 'unspaced']

/** Loads the languages in the folder of a script. A new language is one new file in it. */
function loadFolder(script: Script): Promise<Language>[] {
  const folder = join(import.meta.dirname, script)
  return readdirSync(folder)
    .filter((name) => /^\w+\.[jt]s$/.test(name))
    .toSorted()
    .map(async (name) => {
      const { words }: { words: Words } = await import(/* @vite-ignore */ `./${script}/${name}`)
      return { ...words, script }
    })
}

const rankOf = ({ rank = Number.POSITIVE_INFINITY }: Language): number => rank

/** The languages that the reader knows, by rank. */
export const languages: readonly Language[] = (
  await Promise.all(SCRIPTS.flatMap(loadFolder))
).toSorted((a, b) => Math.sign(rankOf(a) - rankOf(b)) || 0)
