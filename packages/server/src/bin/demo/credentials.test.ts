import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { readCredentials, saveKeys } from './credentials.ts'

const keysOf = (name: string) => ({
  secretKey: `sk_sandbox_${name}`,
  publishableKey: `pk_sandbox_${name}`,
  liveSecretKey: `sk_live_${name}`,
  livePublishableKey: `pk_live_${name}`,
})

let config: Config
beforeEach(async () => {
  config = { dataDir: await mkdtemp(join(tmpdir(), 'purser-credentials-')) } as Config
})
afterEach(() => rm(config.dataDir, { recursive: true }))

it('credentials.json always has the old or the new keys', async () => {
  await saveKeys(config, keysOf('0'))
  let isSaving = true
  const saveAll = async () => {
    for (let at = 1; at <= 200; at += 1) await saveKeys(config, keysOf(String(at)))
  }
  const saving = saveAll().finally(() => {
    isSaving = false
  })
  while (isSaving) expect(await readCredentials(config)).toHaveProperty('secretKey')
  await saving
  expect(await readCredentials(config)).toEqual(keysOf('200'))
})

it('two processes can save credentials.json at the same time', async () => {
  const names = Array.from({ length: 50 }, (_, at) => String(at))
  await Promise.all(names.map((name) => saveKeys(config, keysOf(name))))
  expect(names.map(keysOf)).toContainEqual(await readCredentials(config))
  expect(await readdir(config.dataDir)).toEqual(['credentials.json'])
})

it('only its owner can read credentials.json', async () => {
  const file = join(config.dataDir, 'credentials.json')
  await writeFile(file, '', { mode: 0o644 })
  await saveKeys(config, keysOf('1'))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
