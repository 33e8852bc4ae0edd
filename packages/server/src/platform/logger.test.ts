import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createLogger, redact } from './logger.ts'

const CANARY = 'cAnArY0123456789cAnArY'

function logged(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  log(createLogger('trace', (line) => lines.push(line)))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) JSON.parse(line)
  return lines.join('')
}

describe('a log line', () => {
  it('is one JSON object that keeps everything that is not secret', () => {
    const line = logged((logger) =>
      logger.info({ operation: 'putCustomer', status: 200 }, 'request'),
    )
    expect(JSON.parse(line)).toMatchObject({
      operation: 'putCustomer',
      status: 200,
      msg: 'request',
    })
    expect(line.endsWith('}\n')).toBe(true)
  })

  it('is written if its level is high enough', () => {
    const lines: string[] = []
    const logger = createLogger('warn', (line) => lines.push(line))
    logger.info('quiet')
    logger.warn('loud')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['loud'])
  })

  const key = `sk_live_${CANARY}`
  const secrets: [string, string][] = [
    ['a secret key', `refused ${key} at`],
    ['a key in an assignment', `PURSER_SECRET_KEY=sk_sandbox_${CANARY}`],
    ['a key after a new line', `keys:\n${key}\nend`],
    ['a key after a tab', `keys:\t${key}`],
    ['a key of Stripe', `Invalid API Key provided: sk_test_${CANARY}`],
    ['a restricted key of Stripe', `rk_live_${CANARY}`],
    ['a webhook secret', `signed with\nwhsec_${CANARY}+/=`],
    ['a key in quotes', `"${key}"`],
    ['a key in a query', `/v1/plans?key=${key}&limit=1`],
    ['a connection string', `postgres://purser:${CANARY}@db:5432/purser`],
    ['a connection string with an at sign', `postgresql://purser:p@${CANARY}@db:5432/purser`],
    ['a connection string after a new line', `at\npostgres://purser:${CANARY}@db/x`],
    ['a connection string without user', `postgres://:${CANARY}@db/purser`],
    ['a password parameter', `postgres://db/purser?user=x&password=${CANARY}&ssl=1`],
    ['a bearer header', `authorization: Bearer ${CANARY}`],
  ]
  it.each(secrets)('never shows %s', (_what, text) => {
    expect(text).toContain(CANARY)
    for (const line of [
      logged((logger) => logger.error(text)),
      logged((logger) => logger.error({ context: { deep: [text] } }, 'failed')),
      logged((logger) => logger.error({ err: new Error(text) }, 'failed')),
      logged((logger) =>
        logger.error({ err: new Error('outer', { cause: new Error(text) }) }, 'failed'),
      ),
    ]) {
      expect(line).not.toContain(CANARY)
      expect(line).toContain('[redacted')
    }
  })

  it.each([
    ['authorization', `Basic ${CANARY}`],
    ['Authorization', `Bearer ${CANARY}`],
    ['x-api-key', CANARY],
    ['X-API-Key', CANARY],
    ['cookie', `session=${CANARY}; "quoted" \\ ${CANARY}`],
    ['set-cookie', [`session=${CANARY}`]],
    ['password', `with "quotes" and \\ ${CANARY}`],
    ['secret', CANARY],
    ['metricsToken', CANARY],
    ['portalSecret', CANARY],
  ])('never shows a field named %s', (name, value) => {
    const line = logged((logger) => logger.info({ headers: { host: 'a', [name]: value } }, 'm'))
    expect(line).not.toContain(CANARY)
    expect(JSON.parse(line)).toMatchObject({ headers: { host: 'a', [name]: '[redacted]' } })
  })

  it('never shows a portal token or the URL that carries one', async () => {
    const token = await new SignJWT({ env: 'env_1' })
      .setProtectedHeader({ alg: 'HS256', kid: 'env_1' })
      .sign(randomBytes(32))
    for (const text of [token, `x\n${token}`, `http://purser.test/portal#token=${token}&a=b`]) {
      const line = logged((logger) => logger.error({ err: new Error(text) }))
      for (const part of token.split('.')) expect(line).not.toContain(part)
    }
  })
})

describe('redacting', () => {
  it('keeps enough of a key to identify its kind', () => {
    expect(redact(`sk_live_${CANARY} pk_sandbox_${CANARY}`)).toBe(
      'sk_live_[redacted] pk_sandbox_[redacted]',
    )
  })

  it.each([
    'GET /v1/customers/cus_1 answered 404',
    'postgres://db:5432/purser refused the connection',
    'the key was revoked',
    '{"msg":"request","durationMs":1.5}',
  ])('does not change %j', (line) => {
    expect(redact(line)).toBe(line)
  })
})
