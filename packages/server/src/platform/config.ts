import { resolve } from 'node:path'
import type { RateLimit } from './http/rateLimiter.ts'

export interface Config {
  host: string
  port: number
  /** The address at which browsers reach this server. Links that Purser creates start with it. */
  publicUrl: string
  dataDir: string
  /** If absent, the embedded database is started. */
  databaseUrl: string | undefined
  databasePoolSize: number
  /** The demo merchant's sandbox secret key, instead of a random one. */
  demoSecretKey: string | undefined
  encryptionKey: Buffer | undefined
  rateLimit: RateLimit | 'off'
  logLevel: string
  metricsToken: string | undefined
  /** Allows merchants' URLs to point to private addresses. Use in development only. */
  allowPrivateUrls: boolean
  /** A language model that helps to read pricing pages. If absent, they are read by rules alone. */
  model: ModelSettings | undefined
}

/** Any endpoint that implements OpenAI's chat completions. */
export interface ModelSettings {
  baseUrl: string
  name: string
  apiKey: string | undefined
}

const KNOWN = [
  'PURSER_DATA_DIR',
  'PURSER_SECRET_KEY',
  'PURSER_ENCRYPTION_KEY',
  'PURSER_PUBLIC_URL',
  'PURSER_RATE_LIMIT',
  'PURSER_LOG_LEVEL',
  'PURSER_DATABASE_POOL_SIZE',
  'PURSER_METRICS_TOKEN',
  'PURSER_ALLOW_PRIVATE_URLS',
  'PURSER_LLM_BASE_URL',
  'PURSER_LLM_MODEL',
  'PURSER_LLM_API_KEY',
  'PURSER_URL',
  'PURSER_API_KEY',
]
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const BURST_SECONDS = 2

/** Lists every mistake in the configuration, one clear sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/** Reads the configuration from the environment and reports all mistakes at once. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void = () => {},
): Config {
  const mistakes: string[] = []
  // Shells and compose files use an empty variable to mean "not set".
  const get = (name: string) => env[name] || undefined
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | string): T => {
    const text = get(name)
    if (text === undefined) return fallback
    const value = parse(text)
    if (typeof value === 'string' && value.startsWith('!')) {
      mistakes.push(`${name} ${value.slice(1)}.`)
      return fallback
    }
    return value as T
  }
  const whole = (low: number, high: number) => (text: string) =>
    /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high
      ? Number(text)
      : `!must be a whole number from ${low} to ${high}, not "${text}"`

  const host = get('HOST') ?? '127.0.0.1'
  const port = read('PORT', 4242, whole(1, 65_535))
  const config: Config = {
    host,
    port,
    publicUrl: read('PURSER_PUBLIC_URL', `http://${shownHost(host)}:${port}`, parseHttpUrl),
    dataDir: resolve(get('PURSER_DATA_DIR') ?? '.purser'),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, parseDatabaseUrl),
    databasePoolSize: read('PURSER_DATABASE_POOL_SIZE', 10, whole(2, 500)),
    demoSecretKey: read<string | undefined>('PURSER_SECRET_KEY', undefined, parseDemoKey),
    encryptionKey: read<Buffer | undefined>('PURSER_ENCRYPTION_KEY', undefined, parseEncryptionKey),
    rateLimit: read<RateLimit | 'off'>(
      'PURSER_RATE_LIMIT',
      { perSecond: 1_000, burst: 1_000 * BURST_SECONDS },
      parseRateLimit,
    ),
    logLevel: read('PURSER_LOG_LEVEL', 'info', (text) =>
      LOG_LEVELS.includes(text) ? text : `!must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`,
    ),
    metricsToken: get('PURSER_METRICS_TOKEN'),
    allowPrivateUrls: read('PURSER_ALLOW_PRIVATE_URLS', false, parseFlag),
    model: undefined,
  }
  const baseUrl = read<string | undefined>('PURSER_LLM_BASE_URL', undefined, parseHttpUrl)
  const name = get('PURSER_LLM_MODEL')
  if (baseUrl && name) config.model = { baseUrl, name, apiKey: get('PURSER_LLM_API_KEY') }
  else if (baseUrl) mistakes.push('PURSER_LLM_MODEL is required with PURSER_LLM_BASE_URL.')
  else if (name || get('PURSER_LLM_API_KEY')) {
    mistakes.push('PURSER_LLM_BASE_URL is required with PURSER_LLM_MODEL and PURSER_LLM_API_KEY.')
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('PURSER_') && !KNOWN.includes(name)) {
      warn(`${name} is not a setting of this version of Purser and is ignored.`)
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

/** Replaces a wildcard address: a server can listen on it, but clients cannot connect to it. */
const shownHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

const parseHttpUrl = (text: string): string =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? text.replace(/\/+$/, '')
    : `!must be an http or https URL, not "${text}"`

const parseDatabaseUrl = (text: string): string =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
    ? text
    : '!must be a PostgreSQL URL such as postgres://user:password@host:5432/database'

const parseFlag = (text: string): boolean | string =>
  text === 'true' || text === 'false' ? text === 'true' : `!must be true or false, not "${text}"`

const parseDemoKey = (text: string): string =>
  /^sk_sandbox_[A-Za-z0-9_-]{1,200}$/.test(text)
    ? text
    : '!must look like sk_sandbox_ followed by letters and digits'

function parseEncryptionKey(text: string): Buffer | string {
  // Buffer skips characters that are not base64, so a passphrase would be accepted as some key.
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    ? Buffer.from(text, 'base64')
    : '!must be 32 bytes in hex or base64, for example from: openssl rand -base64 32'
}

function parseRateLimit(text: string): RateLimit | 'off' | string {
  if (text === 'off') return 'off'
  const perSecond = Number(text)
  return /^\d+$/.test(text) && perSecond > 0
    ? { perSecond, burst: perSecond * BURST_SECONDS }
    : `!must be a number of requests per second for each key, or "off", not "${text}"`
}
