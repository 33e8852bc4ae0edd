import { describe, expect, test } from 'vitest'
import { errorTable } from '../errors.ts'
import {
  ConflictError,
  InvalidRequestError,
  PmInUseError,
  PurserError,
  RateLimitedError,
  ServerError,
} from './PurserError.ts'
import { readError } from './readError.ts'

const answer = (status: number, error: object | string, headers: Record<string, string> = {}) =>
  new Response(typeof error === 'string' ? error : JSON.stringify({ error }), { status, headers })

describe('readError', () => {
  test.each(Object.entries(errorTable))(
    'keeps the code, status and message of %s',
    async (code, { status }) => {
      const error = await readError(
        answer(status, { code, message: 'Do this.', requestId: 'req_1' }),
      )
      expect(error).toBeInstanceOf(PurserError)
      expect(error).toMatchObject({ code, status, message: 'Do this.', requestId: 'req_1' })
    },
  )

  test('lists every problem of an invalid request', async () => {
    const problems = [{ path: 'planId', message: 'must not be empty' }]
    const error = await readError(
      answer(400, { code: 'invalid_request', message: 'No.', details: problems, requestId: 'r' }),
    )
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect((error as InvalidRequestError).problems).toEqual(problems)
  })

  test('names the objects that need a payment method', async () => {
    const details = {
      paymentMethodId: 'pm_1',
      activeSubscriptionIds: ['sub_1'],
      autoTopupAccountIds: [],
      requestId: 'req_1',
    }
    const error = await readError(
      answer(409, { code: 'pm_in_use', message: 'In use.', details, requestId: 'req_1' }),
    )
    expect(error).toBeInstanceOf(PmInUseError)
    expect(error).toBeInstanceOf(ConflictError)
    expect(error.name).toBe('PmInUseError')
    expect(error.details).toEqual(details)
  })

  test.each([
    ['7', 7],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('reads Retry-After %s as %s seconds', async (header, seconds) => {
    const error = await readError(
      answer(
        429,
        { code: 'rate_limited', message: 'Wait.', requestId: 'r' },
        { 'retry-after': header },
      ),
    )
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(error.retryAfterSeconds).toBe(seconds)
  })

  test.each(['<html>Bad Gateway</html>', '', '{"message":"gateway"}', 'null', '{"error":"x"}'])(
    'reports an answer that does not come from Purser: %s',
    async (body) => {
      const error = await readError(answer(502, body, { 'x-request-id': 'req_9' }))
      expect(error).toBeInstanceOf(ServerError)
      expect(error).toMatchObject({ code: 'unexpected_response', status: 502, requestId: 'req_9' })
      expect(error.message).toContain('502')
    },
  )
})
