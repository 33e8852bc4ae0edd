import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGES, pageHeaders } from '../../packages/server/src/platform/http/mountPages.ts'
import { startDevServer } from '../../packages/web/dev/startDevServer.ts'
import { fail } from '../ensureInstalled.mjs'
import { createServerProcess } from './serverProcess.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The files that the server loads when it starts. */
const SERVER_SOURCES = [
  'packages/server/src',
  'packages/server/migrations',
  'packages/contract/src',
]
const NOT_LOADED = /\.test\.ts$|\/testing\//
/** Editors save several files at once, or one file in several steps. */
const SETTLE_MS = 50

const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 4242)
const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host
const publicUrl = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`

const pages = PAGES.flatMap(({ name, paths, takesCards }) =>
  paths.map((pathname) => ({
    name,
    headers: pageHeaders(takesCards),
    pattern: new URLPattern({ pathname }),
  })),
)

let isRunning = false
let isStopping = false
let timer

const server = createServerProcess(root, {
  port: await findFreePort(),
  publicUrl,
  onEnd: (code) => {
    // Code 0 means that the server got a signal, for example because npm was killed.
    if (!isRunning || code === 0) stop(code)
    else console.error('The server has stopped. It starts again when you save one of its files.')
  },
})
const front = await startDevServer({
  host,
  port,
  serverUrl: server.url,
  untilServerAnswers: server.untilAnswers,
  findPage: (pathname) => pages.find(({ pattern }) => pattern.test({ pathname })),
}).catch((error) => {
  if (error.code !== 'EADDRINUSE') throw error
  return fail(
    `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
  )
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

let started = server
  .start((text) => process.stdout.write(text))
  .then((hasStarted) => {
    isRunning = hasStarted
  })
front.watch(
  SERVER_SOURCES.map((folder) => join(root, folder)),
  (path) => {
    if (NOT_LOADED.test(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      // If a file changes during a start, the server restarts again afterwards.
      started = started.then(() => restart(path))
    }, SETTLE_MS)
  },
)

async function restart(path) {
  if (isStopping) return
  console.log(`${relative(root, path)} has changed: restarting the server ...`)
  const startedAt = performance.now()
  front.dropRequests()
  if (!(await server.restart())) return
  console.log(`The server is back after ${Math.round(performance.now() - startedAt)} ms.`)
}

async function stop(code) {
  if (isStopping) return
  isStopping = true
  await front.close()
  await server.stop()
  process.exit(code)
}

function findFreePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => found(free))
    })
  })
}
