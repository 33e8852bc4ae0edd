import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../ensureInstalled.mjs'
import { findNode24 } from '../findNode24.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
ensureInstalled(root, { development: false })

const [program, ...args] = process.argv.slice(2)
const child = spawn(findNode24(root), [join(here, program), ...args], { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
