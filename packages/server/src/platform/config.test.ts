import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
  return []
}

const warningsOf = (env: Record<string, string>): string[] => {
  const warnings: string[] = []
  readConfig(env, (sentence) => warnings.push(sentence))
  return warnings
}

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4242,
      publicUrl: 'http://127.0.0.1:4242',
      dataDir: resolve('.purser'),
      databaseUrl: undefined,
      databasePoolSize: 10,
      demoSecretKey: undefined,
      encryptionKey: undefined,
      rateLimit: { perSecond: 1_000, burst: 2_000 },
      logLevel: 'info',
      metricsToken: undefined,
      allowPrivateUrls: false,
    })
  })

  it('reads every setting from the environment', () => {
    const key = Buffer.alloc(32, 7)
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '8080',
        DATABASE_URL: 'postgresql://purser:pw@db:5432/purser',
        PURSER_PUBLIC_URL: 'https://billing.example.com/purser//',
        PURSER_DATA_DIR: '/var/lib/purser',
        PURSER_DATABASE_POOL_SIZE: '50',
        PURSER_SECRET_KEY: 'sk_sandbox_mine',
        PURSER_ENCRYPTION_KEY: key.toString('base64'),
        PURSER_RATE_LIMIT: '5',
        PURSER_LOG_LEVEL: 'warn',
        PURSER_METRICS_TOKEN: 'scrape',
        PURSER_ALLOW_PRIVATE_URLS: 'true',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://billing.example.com/purser',
      dataDir: '/var/lib/purser',
      databaseUrl: 'postgresql://purser:pw@db:5432/purser',
      databasePoolSize: 50,
      demoSecretKey: 'sk_sandbox_mine',
      encryptionKey: key,
      rateLimit: { perSecond: 5, burst: 10 },
      logLevel: 'warn',
      metricsToken: 'scrape',
      allowPrivateUrls: true,
    })
  })

  it('treats an empty variable as not set', () => {
    const empty = ['PORT', 'HOST', 'DATABASE_URL', 'PURSER_RATE_LIMIT', 'PURSER_ENCRYPTION_KEY']
    const env = Object.fromEntries(empty.map((name) => [name, '']))
    expect(readConfig(env)).toEqual(readConfig({}))
  })

  it('accepts the encryption key in hex and the rate limit "off"', () => {
    const key = Buffer.alloc(32, 9)
    expect(readConfig({ PURSER_ENCRYPTION_KEY: key.toString('hex') }).encryptionKey).toEqual(key)
    expect(readConfig({ PURSER_RATE_LIMIT: 'off' }).rateLimit).toBe('off')
  })

  it.each([
    ['0.0.0.0', 'http://localhost:4242'],
    ['::', 'http://localhost:4242'],
    ['::1', 'http://[::1]:4242'],
    ['billing.local', 'http://billing.local:4242'],
  ])('that listens on %s has the public URL %s', (HOST, publicUrl) => {
    expect(readConfig({ HOST }).publicUrl).toBe(publicUrl)
  })

  const port = (text: string) => `PORT must be a whole number from 1 to 65535, not "${text}".`
  const database =
    'DATABASE_URL must be a PostgreSQL URL such as postgres://user:password@host:5432/database.'
  const encryption =
    'PURSER_ENCRYPTION_KEY must be 32 bytes in hex or base64, for example from: openssl rand -base64 32.'
  const demoKey = 'PURSER_SECRET_KEY must look like sk_sandbox_ followed by letters and digits.'
  it.each([
    ['PORT', '0', port('0')],
    ['PORT', '65536', port('65536')],
    ['PORT', '-1', port('-1')],
    ['PORT', '80.5', port('80.5')],
    ['PORT', '0x50', port('0x50')],
    ['PORT', 'http', port('http')],
    ['DATABASE_URL', 'mysql://root:canary@db/purser', database],
    ['DATABASE_URL', 'db:5432/purser', database],
    ['DATABASE_URL', 'not a url canary', database],
    [
      'PURSER_PUBLIC_URL',
      'billing.example.com',
      'PURSER_PUBLIC_URL must be an http or https URL, not "billing.example.com".',
    ],
    [
      'PURSER_PUBLIC_URL',
      'javascript:alert(1)',
      'PURSER_PUBLIC_URL must be an http or https URL, not "javascript:alert(1)".',
    ],
    [
      'PURSER_DATABASE_POOL_SIZE',
      '1',
      'PURSER_DATABASE_POOL_SIZE must be a whole number from 2 to 500, not "1".',
    ],
    ['PURSER_SECRET_KEY', 'sk_live_canary', demoKey],
    ['PURSER_SECRET_KEY', 'canary', demoKey],
    ['PURSER_SECRET_KEY', 'sk_sandbox_canary canary', demoKey],
    ['PURSER_ENCRYPTION_KEY', 'canary', encryption],
    ['PURSER_ENCRYPTION_KEY', Buffer.alloc(31, 1).toString('hex'), encryption],
    ['PURSER_ENCRYPTION_KEY', Buffer.alloc(33, 1).toString('base64'), encryption],
    ['PURSER_ENCRYPTION_KEY', `${'g'.repeat(64)}`, encryption],
    ['PURSER_ENCRYPTION_KEY', `my canary passphrase, with ${'words '.repeat(4)}`, encryption],
    ['PURSER_ENCRYPTION_KEY', `${'canary, '.repeat(7)}c`, encryption],
    [
      'PURSER_RATE_LIMIT',
      '0',
      'PURSER_RATE_LIMIT must be a number of requests per second for each key, or "off", not "0".',
    ],
    [
      'PURSER_RATE_LIMIT',
      'none',
      'PURSER_RATE_LIMIT must be a number of requests per second for each key, or "off", not "none".',
    ],
    [
      'PURSER_LOG_LEVEL',
      'verbose',
      'PURSER_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "verbose".',
    ],
  ])('with %s=%s is refused in one sentence that reveals no secret', (name, value, sentence) => {
    expect(mistakesOf({ [name]: value })).toEqual([sentence])
    expect(sentence).not.toContain('canary')
  })

  it('reports all mistakes at once, one per line', () => {
    const env = { PORT: 'x', DATABASE_URL: 'x', PURSER_RATE_LIMIT: 'x', PURSER_LOG_LEVEL: 'x' }
    expect(mistakesOf(env).map((mistake) => mistake.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'PURSER_RATE_LIMIT',
      'PURSER_LOG_LEVEL',
    ])
    expect(() => readConfig(env)).toThrow(mistakesOf(env).join('\n'))
  })

  it('warns about unknown PURSER_ variables and no others', () => {
    expect(
      warningsOf({
        PURSER_PROT: '80',
        PURSER_LOG_LEVEL: 'info',
        PURSER_API_KEY: 'sk_sandbox_x',
        HOME: '/root',
      }),
    ).toEqual(['PURSER_PROT is not a setting of this version of Purser and is ignored.'])
    expect(warningsOf({ HOME: '/root', PATH: '/bin' })).toEqual([])
  })
})
