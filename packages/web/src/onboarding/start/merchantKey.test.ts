import { expect, test } from 'vitest'
import { findKeyProblem } from './merchantKey.ts'

test('findKeyProblem accepts only sandbox secret keys', () => {
  expect(findKeyProblem('sk_sandbox_4fQ')).toBeNull()
  expect(findKeyProblem('sk_live_4fQ')).toContain('live key')
  expect(findKeyProblem('pk_sandbox_4fQ')).toContain('publishable')
  expect(findKeyProblem('')).toContain('Enter')
  for (const other of ['sk_sandbox_', 'sk_sandbox_a b', 'sk_sandbox_ä', 'hello', 'SK_LIVE_x']) {
    expect(findKeyProblem(other)).toContain('starts with sk_sandbox_')
  }
})
