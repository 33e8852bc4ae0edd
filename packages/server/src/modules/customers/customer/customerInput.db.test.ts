import type { Customer } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const put = (customerId: string, body: unknown = {}) =>
  app.call('putCustomer', { params: { customerId }, body })
const pathsOf = async (body: unknown) => {
  const { status, details } = await app.fails('putCustomer', {
    params: { customerId: 'refused' },
    body,
  })
  expect(status).toBe(400)
  return (details as { path: string }[]).map(({ path }) => path).sort()
}
/** Sends a body as raw text. */
const putText = async (text: string, path = '/v1/customers/refused') => {
  const response = await fetch(`${app.url}${path}`, {
    method: 'PUT',
    headers: { 'x-api-key': app.sandbox.keys.full, 'content-type': 'application/json' },
    body: text,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const countCustomers = async () =>
  (await app.db.selectFrom('customers').select('id').where('id', '=', 'refused').execute()).length

describe('invalid input', () => {
  it('is rejected with all problems at once', async () => {
    expect(
      await pathsOf({
        name: ' ',
        email: 'nobody',
        kind: 'vip',
        currency: 'USD',
        collectionMethod: 'cash',
        netDays: 366,
        country: 'de',
        region: '',
        address: { line1: '', postalCode: 'x'.repeat(21), county: 'Kent' },
        taxId: 'x'.repeat(51),
        taxExempt: 'yes',
        timezone: 'Mars/Olympus',
        metadata: [],
        testClockId: '',
        surprise: 1,
      }),
    ).toEqual([
      'address.city',
      'address.county',
      'address.line1',
      'address.postalCode',
      'collectionMethod',
      'country',
      'currency',
      'email',
      'kind',
      'metadata',
      'name',
      'netDays',
      'region',
      'surprise',
      'taxExempt',
      'taxId',
      'testClockId',
      'timezone',
    ])
  })

  it('is rejected with all problems at once, even those that the schema cannot find', async () => {
    expect(
      await pathsOf({
        testClockId: 'clk_none',
        collectionMethod: 'charge_automatically',
        netDays: 10,
      }),
    ).toEqual(['netDays', 'testClockId'])
    const { message } = await app.fails('putCustomer', {
      key: app.live.keys.full,
      params: { customerId: 'refused' },
      body: { testClockId: 'clk_any' },
    })
    expect(message).toBe('testClockId: test clocks exist only in sandbox environments')
  })

  it.each([
    [{ name: 'a\0b' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ email: `${'x'.repeat(320)}@example.com` }, 'email'],
    [{ netDays: -1 }, 'netDays'],
    [{ netDays: 1.5 }, 'netDays'],
    [{ currency: 'xau' }, 'currency'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: 'Europe/Berlin\0' }, 'timezone'],
    [{ metadata: null }, 'metadata'],
    [{ metadata: { 'a\0': 1 } }, 'metadata'],
    [{ metadata: { a: ['\udfff'] } }, 'metadata'],
  ])('%j is refused', async (body, path) => {
    expect(await pathsOf(body)).toEqual([path])
  })

  it('includes metadata with more than 50 keys or 16 KiB', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
    expect((await put('meta', { metadata: keys(50) })).status).toBe(200)
    expect(await pathsOf({ metadata: keys(51) })).toEqual(['metadata'])
    const empty = JSON.stringify({ a: '' }).length
    const sized = (bytes: number) => ({ metadata: { a: 'x'.repeat(bytes - empty) } })
    expect((await put('meta', sized(16 * 1024))).status).toBe(200)
    expect(await pathsOf(sized(16 * 1024 + 1))).toEqual(['metadata'])
  })

  it.each([
    ['a number that a double cannot represent', '{"netDays":9007199254740993}', 400],
    ['a number above the range of doubles', '{"metadata":{"a":1e400}}', 400],
    ['an object with a __proto__ key', '{"__proto__":{"kind":"slg"}}', 400],
    ['a truncated document', '{"name":"a","name":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['empty', '', 400],
    ['a deeply nested list', `{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
    ['longer than a mebibyte', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ])('that is %s is refused', async (_what, text, status) => {
    expect((await putText(text)).status).toBe(status)
    expect(await countCustomers()).toBe(0)
  })

  it.each([
    ['a byte that is not valid UTF-8', '%ff'],
    ['NUL', '%00'],
    ['NUL after a letter', 'a%00b'],
    ['a single percent sign', '%'],
    ['an invalid escape', '%zz'],
    ['256 letters', 'x'.repeat(256)],
    ['256 characters of three bytes', '%E7%94%A8'.repeat(256)],
  ])('in a customer id (%s) returns 400 with a request id', async (_what, segment) => {
    const { status, headers, body } = await putText('{}', `/v1/customers/${segment}`)
    expect({ status, code: JSON.parse(body).error.code }).toEqual({
      status: 400,
      code: 'invalid_request',
    })
    expect(headers.get('x-request-id')).toBe(JSON.parse(body).error.requestId)
  })

  it('stores nothing', async () => {
    expect(await countCustomers()).toBe(0)
    const { rows } = await app.pool.query(
      `SELECT 1 FROM outbox_messages WHERE customer_id = 'refused'`,
    )
    expect(rows).toEqual([])
  })
})

describe('a customer id', () => {
  it.each([
    'org/42/user',
    'with space',
    'a+b&c=d?e#f%25',
    '用户-😀',
    'é',
    '"quoted" <img onerror=x>',
    "Robert'); DROP TABLE customers;--",
    '\\',
    'new\nline',
    '-',
    '__proto__',
    'x'.repeat(255),
    '用'.repeat(255),
  ])('may be %j', async (customerId) => {
    const params = { customerId }
    const made = await app.ok<Customer>('putCustomer', { params, body: { name: 'N' } })
    expect(made.id).toBe(customerId)
    expect(await app.ok('getCustomer', { params })).toEqual(made)
    const { data } = await app.ok<{ data: Customer[] }>('listCustomers', {
      query: { search: customerId.slice(0, 200) },
    })
    expect(data).toContainEqual(made)
    await app.ok('deleteCustomer', { params })
    expect((await app.call('getCustomer', { params })).status).toBe(404)
  })

  it('is case-sensitive and is not normalized', async () => {
    for (const id of ['Case', 'case', 'caf\u00e9', 'cafe\u0301']) {
      await app.ok('putCustomer', { params: { customerId: id }, body: { name: id } })
    }
    for (const id of ['Case', 'case', 'caf\u00e9', 'cafe\u0301']) {
      const found = await app.ok('getCustomer', { params: { customerId: id } })
      expect(found).toMatchObject({ id, name: id })
    }
  })
})
