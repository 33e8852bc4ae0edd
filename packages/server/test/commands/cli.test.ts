import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/database/testDatabase.ts'
import { freePort } from '../harness/process/freePort.ts'
import {
  eventually,
  type RunningPurser,
  runCommandHere,
  runPurser,
  SOURCE,
  startPurser,
  temporaryDataDir,
} from '../harness/process/purserProcess.ts'

let dataDir: string
let remove: () => Promise<void>
let purser: RunningPurser
let settings: { PURSER_DATA_DIR: string; PORT: string }
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  settings = { PURSER_DATA_DIR: dataDir, PORT: String(await freePort()) }
  purser = await startPurser(settings)
})
afterAll(async () => {
  await purser.end('SIGTERM')
  await remove()
})

const cli = (...args: string[]) => runCommandHere(args, settings)

const statusWith = async (key: string) =>
  (await fetch(`${purser.credentials.baseUrl}/v1/branding`, { headers: { 'x-api-key': key } }))
    .status

describe('purser', () => {
  it('runs commands and rejects an unknown one', async () => {
    const found = await runPurser(['doctor'], settings, SOURCE)
    expect([found.code, found.stderr]).toEqual([0, ''])
    expect(found.stdout).toContain('ok    ')
    const unknown = await runPurser(['nonsense'], settings, SOURCE)
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toContain('purser has no command "nonsense".')
  })
})

describe('purser keys', () => {
  it('creates, lists and revokes keys of a running Purser', async () => {
    const created = await cli('keys', 'create', '--scope', 'read', '--name', 'for the report')
    expect(created.code).toBe(0)
    const key = created.stdout.split('\n')[0] ?? ''
    expect(key).toMatch(/^sk_sandbox_[A-Za-z0-9]{40,}$/)
    expect(await statusWith(key)).toBe(200)
    const listed = await cli('keys', 'list')
    const line = listed.stdout.split('\n').find((each) => each.includes('for the report')) ?? ''
    expect(line).toContain('read')
    expect(listed.stdout).not.toContain(key)
    const id = line.split(' ')[0] ?? ''
    expect((await cli('keys', 'revoke', id)).code).toBe(0)
    // The server may accept the key for one more second.
    await eventually(async () => (await statusWith(key)) === 401)
    expect((await cli('keys', 'list')).stdout).toMatch(new RegExp(`${id}.*revoked`))
  })

  it.each([
    [['keys', 'revoke', 'key_none'], 'There is no key "key_none".'],
    [['keys', 'revoke'], 'Name the key to revoke'],
    [['keys', 'create', '--scope', 'all'], '--scope must be one of'],
    [['keys', 'create', '--environment', 'moon'], '--environment must be sandbox or live.'],
    [['nonsense'], 'purser has no command "nonsense".'],
  ])('refuses %j and explains the reason', async (args, sentence) => {
    const { code, stderr } = await cli(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
  })
})

describe('purser plans', () => {
  const check = async (featureSlug: string) => {
    const response = await fetch(`${purser.credentials.baseUrl}/v1/check`, {
      method: 'POST',
      headers: { 'x-api-key': purser.credentials.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId: 'cus_ada', featureSlug }),
    })
    return response.json()
  }

  it('attaches a plan to a customer of a running Purser, grants its credits and detaches it', async () => {
    expect(await check('image-generation')).toMatchObject({ access: true, creditBalance: 25 })
    expect(await check('no-watermark')).toMatchObject({ access: false })
    const attached = await cli('plans', 'attach', 'cus_ada', 'pro-monthly')
    expect(attached.stdout).toMatch(/^sub_\w{26}: cus_ada is on version 1 of pro-monthly\.$/m)
    expect(await check('no-watermark')).toMatchObject({ access: true })
    expect(await check('image-generation')).toMatchObject({ creditBalance: 1025 })
    expect((await cli('plans', 'detach', 'cus_ada', 'pro-monthly')).code).toBe(0)
    expect(await check('no-watermark')).toMatchObject({
      access: false,
      deniedReason: 'no_entitlement',
    })
  })

  it.each([
    [['plans', 'attach', 'cus_ada'], 'Name a customer and a plan'],
    [['plans', 'attach', 'nobody', 'free'], 'No customer "nobody" in this environment.'],
    [['plans', 'attach', 'cus_ada', 'none'], 'No plan "none" in this environment.'],
    [['plans', 'detach', 'cus_ada', 'scale-monthly'], 'is not on plan "scale-monthly".'],
    [['plans', 'attach', 'cus_ada', 'free', '--environment', 'live'], 'No customer "cus_ada"'],
  ])('refuses %j and explains the reason', async (args, sentence) => {
    const { code, stderr } = await cli(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
  })
})

describe('purser organizations', () => {
  it('creates a merchant with separate keys', async () => {
    const created = await cli('organizations', 'create', '--name', 'Second', '--currency', 'jpy')
    expect(created.code).toBe(0)
    const key = /sandbox {2}full +(sk_sandbox_\w+)/.exec(created.stdout)?.[1] ?? ''
    const response = await fetch(`${purser.credentials.baseUrl}/v1/organization`, {
      headers: { 'x-api-key': key },
    })
    expect(await response.json()).toMatchObject({ name: 'Second', defaultCurrency: 'jpy' })
    expect((await cli('organizations', 'list')).stdout).toContain('Second')
    const unnamed = await cli('organizations', 'create', '--currency', 'zzz')
    expect([unnamed.code, unnamed.stderr]).toEqual([1, 'purser: --name must not be blank.\n'])
  })
})

describe('purser doctor', () => {
  it('finds no problem in a new installation', async () => {
    const { code, stdout } = await cli('doctor')
    expect(stdout).not.toContain('FAIL')
    expect(stdout).toContain('ok    a plan has exactly one current version')
    expect(code).toBe(0)
  })
})

describe('purser catalog', () => {
  it('pulls a file without differences, pushes a change and pulls it again', async () => {
    const file = join(dataDir, 'catalog.yaml')
    expect((await cli('catalog', 'pull', file)).code).toBe(0)
    expect((await cli('catalog', 'diff', file)).code).toBe(0)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('name: Pixelmill', 'name: Pixelmill Studio'))
    const diff = await cli('catalog', 'diff', file)
    expect(diff.code).toBe(2)
    expect(diff.stdout).toContain('Pixelmill Studio')
    expect((await cli('catalog', 'push', file, '--yes')).code).toBe(0)
    expect((await cli('catalog', 'diff', file)).code).toBe(0)
    await cli('catalog', 'pull', file)
    expect(await readFile(file, 'utf8')).toContain('name: Pixelmill Studio')
  })
})

describe('purser catalog with the URL of another server', () => {
  it("never sends the local server's key", async () => {
    const { code, stderr } = await runCommandHere(['catalog', 'pull'], {
      ...settings,
      PURSER_URL: 'http://127.0.0.1:1',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('PURSER_API_KEY')
  })
})

describe('purser with a separate database', () => {
  let database: TestDatabase
  let other: { dataDir: string; remove(): Promise<void> }
  beforeAll(async () => {
    database = await createTestDatabase()
    other = await temporaryDataDir()
  })
  afterAll(async () => {
    await database.drop()
    await other.remove()
  })
  const databaseEnvironment = () => ({
    PURSER_DATA_DIR: other.dataDir,
    DATABASE_URL: database.url,
    PORT: String(Number(settings.PORT)),
  })

  it('starts no embedded database when DATABASE_URL is given', async () => {
    const started = await startPurser({ ...databaseEnvironment(), PORT: String(await freePort()) })
    try {
      const { status } = await fetch(`${started.credentials.baseUrl}/v1/plans`, {
        headers: { 'x-api-key': started.credentials.secretKey },
      })
      expect(status).toBe(200)
      const { rows } = await database.pool.query('SELECT name FROM organizations')
      expect(rows).toEqual([{ name: 'Pixelmill' }])
      expect((await runCommandHere(['doctor'], databaseEnvironment())).code).toBe(0)
    } finally {
      await started.end('SIGTERM')
    }
  })

  it('refuses a database that was encrypted with another key', async () => {
    const { code, stderr } = await runPurser(['start'], {
      ...databaseEnvironment(),
      PURSER_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(code).toBe(1)
    expect(stderr).toContain('This database was sealed with another encryption key')
  })

  it('refuses connections that cannot use the application role', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c timezone=UTC')
    const { code, stderr } = await runPurser(['start'], {
      ...databaseEnvironment(),
      DATABASE_URL: url.href,
    })
    expect(code).toBe(1)
    expect(stderr).toContain('Connections do not have the role purser_app')
  })

  it('reports a violated invariant in doctor', async () => {
    await database.pool.query('UPDATE plan_versions SET replaced_at = created_at')
    const { code, stdout } = await runCommandHere(['doctor'], databaseEnvironment())
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAIL {2}a plan has exactly one current version: .*pro-monthly/)
  })

  it('requires DATABASE_URL for serve and work', async () => {
    for (const command of ['serve', 'work']) {
      const { code, stderr } = await runPurser([command], { PURSER_DATA_DIR: other.dataDir })
      expect(code).toBe(1)
      expect(stderr).toContain('DATABASE_URL is required')
    }
  })
})
