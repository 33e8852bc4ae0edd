import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../scripts/ensureInstalled.mjs'
import { findNode24 } from '../scripts/findNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root, { development: false })

const [program, ...args] = process.argv.slice(2)
const child = spawn(findNode24(root), [`${root}/bench/${program}`, ...args], {
  stdio: 'inherit',
})
// A Ctrl-C in a terminal reaches the child by itself too; it takes the two for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
