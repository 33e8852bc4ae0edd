import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../harness/database/testDatabase.ts'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  killIfThere,
  postgresProcesses,
  type RunningPurser,
  repository,
  runCommandHere,
  runPurser,
  SOURCE,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'

const sh = promisify(execFile)

let dataDir: string
let remove: () => Promise<void>
let port: number
let running: RunningPurser[]
/** The first start on the data directory. */
let purser: RunningPurser

beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  port = await freePort()
  running = []
})
afterAll(async () => {
  await Promise.all(running.map((started) => started.end('SIGKILL')))
  for (const pid of await postgresProcesses(dataDir)) killIfThere(pid, 'SIGQUIT')
  await eventually(async () => (await postgresProcesses(dataDir)).length === 0)
  await remove()
})

const settings = (extra: Record<string, string> = {}) => ({
  PURSER_DATA_DIR: dataDir,
  PORT: String(port),
  ...extra,
})
const start = async (command?: [string, ...string[]]) => {
  const started = await startPurser(settings(), command)
  running.push(started)
  return started
}
const api = async (purser: RunningPurser, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${purser.credentials.baseUrl}${path}`, {
    ...init,
    headers: { 'x-api-key': purser.credentials.secretKey, 'content-type': 'application/json' },
  })
  return { status: response.status, body: (await response.json()) as { data: { slug: string }[] } }
}

describe('purser start', () => {
  beforeAll(async () => {
    purser = await start([process.execPath, SOURCE, 'start'])
  })

  it('prints a panel whose curl command works, and saves its contents in a private file', async () => {
    const panel = stripVTControlCharacters(purser.output())
    const { credentials } = purser
    for (const panelText of [
      credentials.baseUrl,
      credentials.secretKey,
      credentials.publishableKey,
      credentials.curl,
      `${credentials.baseUrl}/docs`,
      credentials.portalUrl,
      credentials.pricingUrl,
      credentials.onboardingUrl,
    ]) {
      expect(panel).toContain(panelText)
    }
    const { stdout } = await sh('sh', ['-c', `${credentials.curl} -w '\n%{http_code}'`])
    const [json = '', status] = stdout.split('\n')
    expect(status).toBe('200')
    const slugs = (JSON.parse(json) as { data: { slug: string }[] }).data.map(({ slug }) => slug)
    expect(slugs).toContain('pro-monthly')
    for (const file of ['credentials.json', 'encryption.key', 'database-url']) {
      expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(0o600)
    }
    expect(credentials.liveSecretKey).toMatch(/^sk_live_/)
  })

  it('refuses a second Purser on the same data directory and does not disturb the first', async () => {
    const second = await runPurser(['start'], settings({ PORT: String(await freePort()) }))
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(new RegExp(`${purser.child.pid}`))
    expect(second.stderr.trim().split('\n')).toHaveLength(1)
    expect((await api(purser, '/v1/products')).status).toBe(200)
  })

  it('stops everything on Ctrl-C', async () => {
    await api(purser, '/v1/products', { method: 'POST', body: '{"name":"Kept"}' })
    expect((await postgresProcesses(dataDir)).length).toBeGreaterThan(0)
    expect(await purser.end('SIGINT')).toBe(0)
    expect(await postgresProcesses(dataDir)).toEqual([])
  })

  it('writes no secret to its log', async () => {
    const log = await readFile(join(dataDir, 'purser.log'), 'utf8')
    expect(log).toContain('"operation":"listProducts"')
    expect(log).not.toContain(purser.credentials.secretKey)
  })

  it('reports in one line that its port is in use, and leaves no database running', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const second = await runPurser(['start'], settings())
    expect(second.code).toBe(1)
    expect(second.stderr).toBe(
      `purser: Port ${port} is in use. Stop the program that listens there, or set PORT to another one.\n`,
    )
    expect(await postgresProcesses(dataDir)).toEqual([])
    other.close()
    await once(other, 'close')
  })

  it('reports each configuration mistake in one line', async () => {
    const { code, stderr } = await runPurser(['start'], {
      ...settings(),
      PORT: 'http',
      DATABASE_URL: 'mysql://x',
      PURSER_SECRET_KEY: 'secret',
      PURSER_RATE_LIMIT: '-1',
    })
    expect(code).toBe(1)
    const sentences = stderr.trim().split('\n')
    expect(sentences.map((sentence) => sentence.split(' ')[1])).toEqual([
      'PORT',
      'DATABASE_URL',
      'PURSER_SECRET_KEY',
      'PURSER_RATE_LIMIT',
    ])
    expect(stderr).not.toContain('mysql://x')
  })
})

describe('a second purser start', () => {
  let second: RunningPurser
  beforeAll(async () => {
    second = await start()
  })

  it('keeps the keys and the data', async () => {
    expect(second.credentials.secretKey).toBe(purser.credentials.secretKey)
    const { body } = await api(second, '/v1/products')
    expect(body.data.map(({ slug }) => slug)).toEqual(['kept', 'pixelmill'])
  })

  it('replaces a revoked demo key', async () => {
    const { secretKey, liveSecretKey } = second.credentials
    const revoked = await runCommandHere(['keys', 'revoke', secretKey.slice(0, 19)], settings())
    expect(revoked.code).toBe(0)
    await second.end('SIGTERM')
    const third = await start()
    expect(third.credentials.secretKey).not.toBe(secretKey)
    expect(third.credentials.liveSecretKey).toBe(liveSecretKey)
    expect((await api(third, '/v1/products')).status).toBe(200)
    await third.end('SIGTERM')
  })
})

describe('purser start with PURSER_SECRET_KEY', () => {
  it('uses that key as the demo key, even on a second start', async () => {
    const fresh = await temporaryDataDir()
    const { url, drop } = await createTestDatabase()
    const startWith = (key: string) =>
      startPurser({
        PURSER_DATA_DIR: fresh.dataDir,
        DATABASE_URL: url,
        PORT: String(port),
        PURSER_SECRET_KEY: key,
      })
    const first = await startWith('sk_sandbox_chosen1')
    expect(first.credentials.secretKey).toBe('sk_sandbox_chosen1')
    expect((await api(first, '/v1/products')).status).toBe(200)
    await first.end('SIGTERM')
    const second = await startWith('sk_sandbox_chosen2')
    expect((await api(second, '/v1/products')).status).toBe(200)
    expect(second.credentials.secretKey).toBe('sk_sandbox_chosen2')
    await second.end('SIGTERM')
    await drop()
    await fresh.remove()
  })
})

describe('npm start', () => {
  it('starts Purser, and kill -9 of npm stops everything', async () => {
    const purser = await start(['npm', 'start'])
    expect((await api(purser, '/v1/plans?status=active')).status).toBe(200)
    const { portalUrl, pricingUrl, onboardingUrl } = purser.credentials
    for (const page of [portalUrl, pricingUrl, onboardingUrl]) {
      expect((await fetch(page)).headers.get('content-type')).toContain('text/html')
    }
    // With SIGKILL, npm cannot forward a signal.
    await purser.end('SIGKILL')
    await eventually(async () => (await postgresProcesses(dataDir)).length === 0)
    await expect(fetch(`${purser.credentials.baseUrl}/healthz`)).rejects.toThrow()
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops everything when only npm gets a %s',
    async (signal) => {
      const purser = await start(['npm', 'start'])
      await purser.end(signal)
      expect(await postgresProcesses(dataDir)).toEqual([])
    },
  )

  it('stops everything when a terminal sends Ctrl-C to the process group', async () => {
    const purser = await start(['npm', 'start'])
    const ended = new Promise((done) => purser.child.on('close', done))
    process.kill(-(purser.child.pid ?? 0), 'SIGINT')
    await ended
    await eventually(async () => (await postgresProcesses(dataDir)).length === 0)
    expect(purser.output()).toContain('Stopping')
    expect(purser.output()).not.toMatch(/error/i)
  })
})

describe('the repository', () => {
  it('contains no address of a registry and no path of this machine', async () => {
    const { stdout } = await sh('git', ['-C', repository, 'ls-files'])
    for (const file of stdout
      .split('\n')
      .filter((name) => /\.(mjs|ts|json|md|sql|yaml)$|npmrc|run$/.test(name))) {
      const text = await readFile(join(repository, file), 'utf8').catch(() => '')
      expect(
        text.includes(['registry', 'npmjs'].join('.')) || text.includes(`"${repository}`),
        file,
      ).toBe(false)
    }
  })
})
