import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensureInstalled.mjs'
import { findNode24 } from './findNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const example = join(root, 'examples/pixelmill')
const credentialsFile = join(resolve(process.env.PURSER_DATA_DIR || '.purser'), 'credentials.json')

ensureInstalled(root, { development: false })
const node = findNode24(root)
const children = []

const stop = (code) => {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

const run = (name, args, { cwd = root, env = {}, output = 'inherit' } = {}) => {
  const child = spawn(node, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  })
  const ended = new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
  return { name, child, ended }
}

/** The running Purser's address and key, or null when none answers. */
async function findPurser() {
  if (!existsSync(credentialsFile)) return null
  const { baseUrl, secretKey } = JSON.parse(readFileSync(credentialsFile, 'utf8'))
  if (!baseUrl || !secretKey) return null
  const response = await fetch(`${baseUrl}/v1/organization`, {
    headers: { 'x-api-key': secretKey },
  }).catch(() => null)
  return response?.ok ? { baseUrl, secretKey } : null
}

/** Purser as `npm start` runs it, unless it is running already. */
async function ensurePurser() {
  const running = await findPurser()
  if (running) return running
  console.log('Starting Purser ...')
  const purser = run('Purser', ['scripts/start.mjs'])
  children.push(purser.child)
  let hasEnded = false
  purser.ended.then((code) => {
    hasEnded = true
    stop(code)
  })
  while (!hasEnded) {
    const found = await findPurser()
    if (found) return found
    await new Promise((again) => setTimeout(again, 200))
  }
  return null
}

const built = await run('Vite', [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
  cwd: example,
}).ended
const purser = built === 0 ? await ensurePurser() : null
if (purser) {
  const pixelmill = run('Pixelmill', ['server/main.ts'], {
    cwd: example,
    env: {
      PURSER_URL: purser.baseUrl,
      PURSER_API_KEY: purser.secretKey,
      PORT: process.env.EXAMPLE_PORT || '4243',
    },
  })
  children.push(pixelmill.child)
  pixelmill.ended.then(stop)
} else {
  stop(built || 1)
}
