import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail } from './ensureInstalled.mjs'
import { findNode24 } from './findNode24.mjs'
import { findPurser, untilPurserAnswers } from './findPurser.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const example = join(root, 'examples/pixelmill')

ensureInstalled(root, { development: false })
const node = findNode24(root)
const running = []

/** Runs a script until it ends or everything stops. Returns its exit code. */
function run(cwd, args, env = {}) {
  const child = spawn(node, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  running.push(child)
  return new Promise((ended) => child.on('exit', (code) => ended(code ?? 1)))
}

function stop(code) {
  for (const child of running) child.kill('SIGTERM')
  process.exitCode = code
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

/** Starts Purser as `npm start` does, unless it is already running. */
async function ensurePurser() {
  const purser = await findPurser()
  if (purser) return purser
  const ended = run(root, ['scripts/start.mjs'])
  ended.then(stop)
  return untilPurserAnswers(ended)
}

const vite = join(root, 'node_modules/vite/bin/vite.js')
if ((await run(example, [vite, 'build'])) !== 0)
  fail('Building the example failed. The output above shows the error.')
const purser = await ensurePurser()
if (purser) {
  const settings = {
    PURSER_URL: purser.baseUrl,
    PURSER_API_KEY: purser.secretKey,
    PORT: process.env.EXAMPLE_PORT || '4243',
  }
  run(example, ['server/main.ts'], settings).then(stop)
}
