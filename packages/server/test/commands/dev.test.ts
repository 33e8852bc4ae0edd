import { mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  postgresProcesses,
  type RunningPurser,
  repository,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'

let data: { dataDir: string; remove(): Promise<void> }
let dev: RunningPurser
let address: string
beforeAll(async () => {
  data = await temporaryDataDir()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  dev = await startPurser({ PURSER_DATA_DIR: data.dataDir, PORT: String(port) }, [
    'npm',
    'run',
    'dev',
  ])
})
/** The folder of a page that no tracked file refers to. */
let edited: string | undefined
afterAll(async () => {
  // Not while Vite runs, because it would report a file that disappears while it is read.
  try {
    if (edited) await rm(edited, { recursive: true, force: true })
  } finally {
    await data.remove()
  }
})

const listProducts = async () => {
  const headers = { 'x-api-key': dev.credentials.secretKey }
  const response = await fetch(`${address}/v1/products`, { headers })
  return ((await response.json()) as { data: { slug: string }[] }).data.map(({ slug }) => slug)
}

it('npm run dev serves the API, the pages and the links of the panel at one address', async () => {
  expect(await listProducts()).toEqual(['pixelmill'])
  const { baseUrl, curl, portalUrl, pricingUrl, onboardingUrl } = dev.credentials
  expect(baseUrl).toBe(address)
  expect(dev.output()).toContain(curl)
  for (const url of [portalUrl, pricingUrl, onboardingUrl]) {
    expect(url.startsWith(`${address}/`)).toBe(true)
    expect(dev.output()).toContain(url)
    expect(await (await fetch(url)).text()).toContain('src="/@vite/client"')
  }
  const script = await fetch(`${address}/src/portal/main.tsx`)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(await script.text()).toContain('mountPage')
})

it('npm run dev serves pages with the production CSP plus a nonce for Vite', async () => {
  const policy = (await fetch(`${address}/portal`)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("style-src 'self' 'nonce-purser-dev'")
  expect(policy).not.toContain('unsafe')
})

/** Long enough for Vite to report each save separately. */
const RESAVE_MS = 500

it('npm run dev notifies a page about edits at the same address', async () => {
  // A separate component, so that no tracked file changes. The name is in .gitignore.
  edited = await mkdtemp(join(repository, 'packages/web/.build-dev-'))
  const file = join(edited, 'Edited.tsx')
  // Replaces the file in one step, as editors do, because Vite could read a half-written file.
  const save = async (text: string) => {
    await writeFile(`${file}.new`, `export const Edited = () => <p>${text}</p>\n`)
    await rename(`${file}.new`, file)
  }
  const load = async () => (await fetch(`${address}/@fs${file}`)).text()
  const client = await (await fetch(`${address}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const messages: { type: string; updates?: { path: string }[] }[] = []
  socket.onmessage = ({ data: text }) => messages.push(JSON.parse(String(text)))
  try {
    await save('before')
    await eventually(() => messages.some(({ type }) => type === 'connected'))
    expect(await load()).toContain('before')
    let edits = 0
    let savedAt = -RESAVE_MS
    // Vite may not watch the new file yet when it is saved for the first time.
    await eventually(async () => {
      if (performance.now() - savedAt >= RESAVE_MS) {
        await save(`edit ${++edits}`)
        savedAt = performance.now()
      }
      return messages.some(({ updates }) =>
        updates?.some(({ path }) => path.endsWith('Edited.tsx')),
      )
    })
    await eventually(async () => (await load()).includes(`edit ${edits}`))
  } finally {
    socket.close()
  }
})

it('npm run dev restarts the server when its sources change, and keeps its data', async () => {
  const now = new Date()
  await utimes(join(repository, 'packages/server/src/bin/purser.ts'), now, now)
  await eventually(() => dev.output().includes('restarting the server'))
  // The request waits until the server is back.
  expect(await listProducts()).toEqual(['pixelmill'])
  expect(dev.output()).toContain('packages/server/src/bin/purser.ts has changed')
  // The server has written its credentials again.
  const file = join(data.dataDir, 'credentials.json')
  await eventually(async () => {
    if ((await stat(file)).mtime < now) return false
    return JSON.parse(await readFile(file, 'utf8')).baseUrl === address
  })
})

it('npm run dev stops everything when a terminal sends Ctrl-C to the process group', async () => {
  const ended = new Promise((done) => dev.child.on('close', done))
  process.kill(-(dev.child.pid ?? 0), 'SIGINT')
  await ended
  await eventually(async () => (await postgresProcesses(data.dataDir)).length === 0)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(dev.output()).not.toMatch(/error/i)
})
