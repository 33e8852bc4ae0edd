import { expect, it } from 'vitest'
import { judgeAnswer } from './answer.core.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const judge = (status: number, retryAfter?: unknown) => judgeAnswer(status, retryAfter, now)

it.each([200, 201, 202, 204, 299])('%i counts as delivered', (status) => {
  expect(judge(status)).toMatchObject({ kind: 'delivered', statusCode: status, error: null })
})

it.each([199, 301, 302, 307, 400, 401, 404, 429, 500, 503])('%i counts as failed', (status) => {
  expect(judge(status)).toMatchObject({ kind: 'failed', statusCode: status })
})

it('410 means that the endpoint is gone', () => expect(judge(410).kind).toBe('gone'))

it.each([
  [429, '30', 30],
  [503, '0', 0],
  [503, 'Thu, 15 Jan 2026 12:01:00 GMT', 60],
  [429, 'Thu, 15 Jan 2026 11:00:00 GMT', 0],
  [429, 'soon', null],
  [429, '-5', null],
  [429, undefined, null],
  [429, ['1', '2'], null],
  [500, '30', null],
])('%i with Retry-After %j asks to wait %j s', (status, header, seconds) => {
  expect(judge(status, header).retryAfterSeconds).toBe(seconds)
})
