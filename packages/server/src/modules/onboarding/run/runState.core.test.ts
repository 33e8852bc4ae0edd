import { onboardingStatus } from '@purser/contract'
import { expect, it } from 'vitest'
import { checkMove, isRunEnded } from './runState.core.ts'

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
