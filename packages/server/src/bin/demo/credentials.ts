import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/** The demo merchant's keys. Only this file holds them in clear text. */
export interface DemoKeys {
  secretKey: string
  publishableKey: string
  liveSecretKey: string
  livePublishableKey: string
}

/** Links to the demo merchant's pages. */
export interface DemoLinks {
  portalUrl: string
  pricingUrl: string
  onboardingUrl: string
}

/** The contents of the panel, for scripts. */
export interface Credentials extends DemoKeys, Partial<DemoLinks> {
  baseUrl: string
  docsUrl: string
  openapiUrl: string
  curl: string
}

const fileOf = (config: Config) => join(config.dataDir, 'credentials.json')

export async function readCredentials(config: Config): Promise<Partial<Credentials>> {
  const text = await readFile(fileOf(config), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Partial<Credentials>
  } catch {
    // An unreadable file counts as lost: new keys are created.
    return {}
  }
}

export async function writeCredentials(
  config: Config,
  baseUrl: string,
  keys: DemoKeys,
  links: DemoLinks | null,
): Promise<Credentials> {
  const credentials: Credentials = {
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    openapiUrl: `${baseUrl}/openapi.json`,
    ...links,
    ...keys,
    curl: `curl -s '${baseUrl}/v1/plans?status=active' -H 'x-api-key: ${keys.secretKey}'`,
  }
  await saveKeys(config, credentials)
  return credentials
}

/**
 * Saves keys to the file before the database stores them, so that a crash in between never leaves
 * keys that nobody knows.
 */
export async function saveKeys(config: Config, credentials: DemoKeys | Credentials): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  // A reader, or a start after a crash, finds either the old keys or the new ones. Two processes
  // may save at the same time.
  const draft = `${fileOf(config)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, fileOf(config))
}
