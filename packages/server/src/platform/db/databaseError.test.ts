import { describe, expect, it } from 'vitest'
import { isTransient, isUnavailable, isUniqueViolation, unavailable } from './databaseError.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('an error of the database', () => {
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
  ])('%s says that the database cannot take it now', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true)
    expect(isTransient(withCode(code))).toBe(false)
  })

  it.each(['40001', '40P01'])('%s may be run again', (code) => {
    expect(isTransient(withCode(code))).toBe(true)
    expect(isUnavailable(withCode(code))).toBe(false)
  })

  it.each(['23505', '23503', '22008', '25006', '42501', '42P01', 'XX000', 'ERR_ASSERTION', ''])(
    '%j is neither, so it is ours to mend',
    (code) => {
      expect(isTransient(withCode(code))).toBe(false)
      expect(isUnavailable(withCode(code))).toBe(false)
    },
  )

  it.each([null, undefined, 'text', 42, {}, new Error('an error without code')])(
    'that is %j is neither',
    (error) => {
      expect(isTransient(error)).toBe(false)
      expect(isUnavailable(error)).toBe(false)
      expect(isUniqueViolation(error)).toBe(false)
    },
  )

  it('says by 23505 that a value is taken', () => {
    expect(isUniqueViolation(withCode('23505'))).toBe(true)
    expect(isUniqueViolation(withCode('23503'))).toBe(false)
  })

  it('is answered 503 with when to come back, and keeps its cause to itself', () => {
    const cause = new Error('postgres://purser:canary@db refused')
    const answer = unavailable(cause)
    expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 1, cause })
    expect(answer.message).not.toContain('canary')
  })
})
