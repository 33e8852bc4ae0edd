import { customerEndpoints, type Endpoint, organizationEndpoints } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PurserError } from '../../kernel/errors.ts'
import { decodeRequest, hashRequest } from './decode.ts'

const { putCustomer, listCustomers, getCustomer } = customerEndpoints
const { getBranding } = organizationEndpoints

const problemsOf = (endpoint: Endpoint, raw: Partial<Parameters<typeof decodeRequest>[1]>) => {
  try {
    decodeRequest(endpoint, { params: {}, query: {}, body: undefined, ...raw })
  } catch (error) {
    if (!(error instanceof PurserError)) throw error
    expect(error.code).toBe('invalid_request')
    return { message: error.message, problems: error.details as { path: string }[] }
  }
  return null
}

const pathsOf = (...request: Parameters<typeof problemsOf>) =>
  problemsOf(...request)?.problems.map(({ path }) => path)

describe('decoding a request', () => {
  it('returns each part as its schema parses it', () => {
    expect(
      decodeRequest(listCustomers, { params: {}, query: { limit: '500' }, body: undefined }),
    ).toEqual({ params: {}, query: { limit: 100 }, body: undefined })
    expect(
      decodeRequest(putCustomer, { params: { customerId: 'c' }, query: {}, body: { name: 'N' } }),
    ).toEqual({ params: { customerId: 'c' }, query: {}, body: { name: 'N' } })
  })

  it('reports every problem of every part at once, each with its path', () => {
    const found = problemsOf(putCustomer, {
      params: { customerId: 'a\0b' },
      query: { dryRun: 'true' },
      body: { nmae: 'typo', email: 'nobody', netDays: 1.5, kind: 'vip', metadata: [] },
    })
    expect(found?.message).toBe('The request has 7 problems; see details.')
    expect(found?.problems.map(({ path }) => path).sort()).toEqual([
      'email',
      'kind',
      'metadata',
      'netDays',
      'nmae',
      'params.customerId',
      'query.dryRun',
    ])
  })

  it('puts a single problem into the message', () => {
    const found = problemsOf(putCustomer, { params: { customerId: 'c' }, body: { nmae: 'typo' } })
    expect(found?.message).toBe('nmae: is not a known field')
    expect(found?.problems).toEqual([{ path: 'nmae', message: 'is not a known field' }])
  })

  it('lists every unknown query parameter, with and without a schema', () => {
    expect(pathsOf(listCustomers, { query: { limt: '1', serach: 'x' } })).toEqual([
      'query.limt',
      'query.serach',
    ])
    expect(pathsOf(getBranding, { query: { a: '1', b: '2' } })).toEqual(['query.a', 'query.b'])
  })

  it.each(['0', '-1', '1.5', 'ten', '', '1e400'])('refuses a limit of %j', (limit) => {
    expect(pathsOf(listCustomers, { query: { limit } })).toEqual(['query.limit'])
  })

  it('requires a missing body', () => {
    expect(problemsOf(putCustomer, { params: { customerId: 'c' } })?.problems).toEqual([
      { path: 'body', message: 'is missing: send a JSON object' },
    ])
  })

  it.each([null, [], 'text', 1, true])('refuses %j in place of an object', (body) => {
    expect(pathsOf(putCustomer, { params: { customerId: 'c' }, body })).toEqual(['body'])
  })

  it('refuses a body where none is expected, but not an empty one', () => {
    const params = { customerId: 'c' }
    for (const body of [{ a: 1 }, [1], 'x', 0, false]) {
      expect(pathsOf(getCustomer, { params, body }), JSON.stringify(body)).toEqual(['body'])
    }
    for (const body of [undefined, null, {}]) {
      expect(problemsOf(getCustomer, { params, body })).toBeNull()
    }
  })
})

describe('the hash of a request', () => {
  const hash = (...request: Parameters<typeof hashRequest>) =>
    hashRequest(...request).toString('hex')

  it('does not depend on the order of fields at any depth', () => {
    expect(hash('PUT', '/v1/x', { a: 1, b: { c: [{ d: 1, e: 2 }], f: null } })).toBe(
      hash('PUT', '/v1/x', { b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 }),
    )
  })

  it('depends on everything else', () => {
    const requests: Parameters<typeof hashRequest>[] = [
      ['PUT', '/v1/x', { a: 1, b: [1, 2] }],
      ['POST', '/v1/x', { a: 1, b: [1, 2] }],
      ['PUT', '/v1/y', { a: 1, b: [1, 2] }],
      ['PUT', '/v1/x?dryRun=true', { a: 1, b: [1, 2] }],
      ['PUT', '/v1/x', { a: 2, b: [1, 2] }],
      ['PUT', '/v1/x', { a: '1', b: [1, 2] }],
      ['PUT', '/v1/x', { a: 1, b: [2, 1] }],
      ['PUT', '/v1/x', { a: 1, b: { 0: 1, 1: 2 } }],
      ['PUT', '/v1/x', { a: 1, b: [1, 2], c: null }],
      ['PUT', '/v1/x', {}],
      ['PUT', '/v1/x', []],
      ['PUT', '/v1/x', null],
      ['PUT', '/v1/x', ''],
      ['PUT', '/v1/x', undefined],
    ]
    expect(new Set(requests.map((request) => hash(...request))).size).toBe(requests.length)
  })

  it('is equal if and only if the bodies are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, two) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(two))
        expect(hash('PUT', '/', one) === hash('PUT', '/', two)).toBe(same)
        expect(hash('PUT', '/', one)).toBe(hash('PUT', '/', JSON.parse(JSON.stringify(one))))
      }),
    )
  })
})

/** Lists the fields as sorted pairs, without using any of the code under test. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', value.map(sorted)]
  if (typeof value !== 'object' || value === null) return ['value', value]
  const pairs = Object.entries(value).map(([key, child]) => [key, JSON.stringify(sorted(child))])
  return ['object', pairs.map((pair) => JSON.stringify(pair)).sort()]
}
