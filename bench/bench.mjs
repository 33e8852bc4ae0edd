import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../scripts/ensureInstalled.mjs'
import { runInNode24 } from '../scripts/runInNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root, { development: false })

const [program, ...args] = process.argv.slice(2)
runInNode24(root, [`${root}/bench/${program}`, ...args])
