import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { credentialsFile } from '../findPurser.mjs'

const LOOK_AGAIN_MS = 50

/**
 * Runs the Purser server as a process that can be restarted. Calls `onEnd` with the exit code of a
 * server that ended without a call to `stop` or `restart`.
 */
export function createServerProcess(root, { port, publicUrl, onEnd }) {
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PURSER_PUBLIC_URL: process.env.PURSER_PUBLIC_URL || publicUrl,
    // Makes the server stop when npm is killed, as under `npm start`.
    npm_lifecycle_event: 'start',
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  }
  let current = { stop: async () => {} }
  let answers = Promise.resolve(false)

  const launch = (print) => {
    const program = join(root, 'packages/server/src/bin/purser.ts')
    const child = spawn(process.execPath, [program, 'start'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.setEncoding('utf8').on('data', (text) => {
      replaceInCredentials(url, publicUrl)
      print(text.replaceAll(url, publicUrl))
    })
    let isExpected = false
    const ended = new Promise((done) => child.on('close', done))
    ended.then((code) => isExpected || onEnd(code ?? 1))
    current = {
      stop: () => {
        isExpected = true
        child.kill('SIGTERM')
        return ended
      },
    }
    return untilReady(url, ended)
  }

  return {
    url,
    /** Resolves with true once the server answers, or with false if it ended instead. */
    start: (print) => {
      answers = launch(print)
      return answers
    },
    /** Stops the running server and starts another one. Resolves like `start`. */
    restart: () => {
      answers = current.stop().then(() => launch(() => {}))
      return answers
    },
    /** Resolves once the last start or restart has succeeded or failed. */
    untilAnswers: () => answers,
    stop: () => current.stop(),
  }
}

/** Replaces the server's own address in `credentials.json`, which it writes before the panel. */
function replaceInCredentials(url, publicUrl) {
  const file = credentialsFile()
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!text.includes(url)) return
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text.replaceAll(url, publicUrl), { mode: 0o600 })
  renameSync(draft, file)
}

async function untilReady(url, ended) {
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const isReady = await fetch(`${url}/readyz`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return true
    await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
  }
  return false
}
