import { onboardingStatus } from '@purser/contract'
import { expect, it } from 'vitest'
import { checkMove, isRunEnded, MAX_ATTEMPTS, pauseAfterAttempt } from './runState.core.ts'

it('a run moves forward, may fetch its page again, and ends once', () => {
  const moves = onboardingStatus.options.map((from) => {
    const next = onboardingStatus.options.filter((to) => {
      try {
        checkMove(from, to)
        return true
      } catch {
        return false
      }
    })
    return `${from}: ${next.join(' ')}`
  })
  expect(moves).toEqual([
    'queued: fetching failed',
    'fetching: fetching extracting failed',
    'extracting: fetching creating failed',
    'creating: creating completed failed',
    'completed: ',
    'failed: ',
  ])
  expect(onboardingStatus.options.filter(isRunEnded)).toEqual(['completed', 'failed'])
})

it('a run waits longer before each retry, fails soon after the last one, and is never tried again and again without a pause', () => {
  expect(MAX_ATTEMPTS).toBe(3)
  expect([1, 2, 3, 4, 5, 100].map(pauseAfterAttempt)).toEqual([
    10_000, 240_000, 0, 240_000, 240_000, 240_000,
  ])
})
