import { PurserError } from '@purser/contract/client'
import { describe, expect, test } from 'vitest'
import { isTransient, retryPolicy } from './retryPolicy.ts'

const failure = (
  status: number | null,
  code: PurserError['code'] = 'internal',
  retryAfterSeconds: number | null = null,
) => new PurserError({ code, message: 'No.', status, requestId: null, retryAfterSeconds })

describe('retryPolicy', () => {
  test.each([
    [500, 'internal', true],
    [502, 'unexpected_response', true],
    [503, 'unavailable', true],
    [null, 'connection_failed', true],
    [null, 'timed_out', true],
    [null, 'aborted', false],
    [null, 'unauthorized', false],
    [400, 'invalid_request', false],
    [401, 'unauthorized', false],
    [404, 'not_found', false],
    [409, 'invalid_state', false],
    [429, 'rate_limited', false],
  ] as const)('decides whether to retry %s %s: %s', (status, code, expected) => {
    expect(isTransient(failure(status, code))).toBe(expected)
    expect(retryPolicy.retry(0, failure(status, code))).toBe(expected)
  })

  test('does not retry a programming error', () => {
    expect(retryPolicy.retry(0, new TypeError('x is not a function'))).toBe(false)
  })

  test('gives up after two retries', () => {
    expect([0, 1, 2].map((failures) => retryPolicy.retry(failures, failure(500)))).toEqual([
      true,
      true,
      false,
    ])
  })

  test('waits longer each time, at least as long as the server asks and at most half a minute', () => {
    const delay = (failures: number, seconds: number | null = null) =>
      retryPolicy.retryDelay(failures, failure(503, 'unavailable', seconds))
    expect([delay(0), delay(1), delay(20)]).toEqual([1_000, 2_000, 30_000])
    expect([delay(0, 7), delay(1, 1), delay(0, 3_600)]).toEqual([7_000, 2_000, 30_000])
  })
})
