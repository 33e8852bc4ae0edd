import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensureInstalled.mjs'
import { runInNode24 } from './runInNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

ensureInstalled(root, { development: true })
runInNode24(root, [join(root, 'scripts/dev/main.mjs')])
