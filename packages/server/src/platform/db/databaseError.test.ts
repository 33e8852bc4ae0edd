import { describe, expect, it } from 'vitest'
import {
  databaseUnavailable,
  isTransactionRetryable,
  isUnavailable,
  isUniqueViolation,
} from './databaseError.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('a database error', () => {
  it.each([
    '08000',
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '55P03',
    '57014',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
  ])('%s means that the database is unavailable', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true)
    expect(isTransactionRetryable(withCode(code))).toBe(false)
  })

  it.each(['40001', '40P01'])('%s means that the transaction may run again', (code) => {
    expect(isTransactionRetryable(withCode(code))).toBe(true)
    expect(isUnavailable(withCode(code))).toBe(false)
  })

  it.each(['23505', '23503', '22008', '25006', '42501', '42P01', 'XX000', 'ERR_ASSERTION', ''])(
    'with the code %j is neither unavailable nor retryable, so it is a bug',
    (code) => {
      expect(isTransactionRetryable(withCode(code))).toBe(false)
      expect(isUnavailable(withCode(code))).toBe(false)
    },
  )

  it.each([null, undefined, 'text', 42, {}, new Error('an error without code')])(
    'with the value %j is neither unavailable nor retryable',
    (error) => {
      expect(isTransactionRetryable(error)).toBe(false)
      expect(isUnavailable(error)).toBe(false)
      expect(isUniqueViolation(error)).toBe(false)
    },
  )

  it('23505 means that a value is taken', () => {
    expect(isUniqueViolation(withCode('23505'))).toBe(true)
    expect(isUniqueViolation(withCode('23503'))).toBe(false)
  })

  it('becomes a 503 with a time to retry, and does not reveal its cause', () => {
    const cause = new Error('postgres://purser:canary@db refused')
    const answer = databaseUnavailable(cause)
    expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 1, cause })
    expect(answer.message).not.toContain('canary')
  })
})
