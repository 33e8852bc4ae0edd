import { expect, test } from 'vitest'
import { keyProblem } from './merchantKey.ts'

test('only a sandbox secret key is ever sent', () => {
  expect(keyProblem('sk_sandbox_4fQ')).toBeNull()
  expect(keyProblem('sk_live_4fQ')).toContain('live key')
  expect(keyProblem('pk_sandbox_4fQ')).toContain('publishable')
  expect(keyProblem('')).toContain('Enter')
  for (const other of ['sk_sandbox_', 'sk_sandbox_a b', 'sk_sandbox_ä', 'hello', 'SK_LIVE_x']) {
    expect(keyProblem(other)).toContain('begins with sk_sandbox_')
  }
})
