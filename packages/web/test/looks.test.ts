import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLink } from './harness/openLink.ts'
import { type Pages, startPages } from './harness/startPages.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let pages: Pages
let axe: string
beforeAll(async () => {
  pages = await startPages()
  axe = await readFile(axeFile, 'utf8')
})
afterAll(() => pages?.stop())
