import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRequest } from './buildRequest.ts'

describe('buildRequest', () => {
  test('fills in the path, the query and the body', () => {
    expect(
      buildRequest('POST /v1/plans/:id/archive', {
        params: { id: 'pro' },
        query: { limit: 5, cursor: undefined, status: null, search: 'a&b c' },
        body: { reason: 'old' },
      }),
    ).toEqual({
      method: 'POST',
      path: '/v1/plans/pro/archive?limit=5&search=a%26b%20c',
      body: '{"reason":"old"}',
    })
  })

  test('omits the query and the body if the input has none', () => {
    expect(buildRequest('GET /v1/plans', {})).toEqual({
      method: 'GET',
      path: '/v1/plans',
      body: undefined,
    })
  })

  test('keeps any id in one segment of the path', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.\.?$/.test(text))
    fc.assert(
      fc.property(id, (value) => {
        const { path } = buildRequest('GET /v1/customers/:customerId/entitlements', {
          params: { customerId: value },
        })
        const segments = new URL(path, 'http://purser.test').pathname.split('/')
        expect(segments).toHaveLength(5)
        expect(decodeURIComponent(segments[3] ?? '')).toBe(value)
      }),
    )
  })

  test.each([
    ['', 'customerId must be a non-empty string.'],
    [undefined, 'customerId must be a non-empty string.'],
    ['.', 'customerId must not be ".".'],
    ['..', 'customerId must not be "..".'],
  ])('refuses an id that would lead to another path: %j', (customerId, message) => {
    expect(() =>
      buildRequest('GET /v1/customers/:customerId', {
        params: { customerId } as Record<string, string>,
      }),
    ).toThrow(message)
  })
})
