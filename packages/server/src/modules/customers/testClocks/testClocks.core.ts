import { PurserError } from '../../../kernel/errors.ts'

/** The customers that live in one test clock's time. */
export interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

/** Where money moves, time is nobody's to move. */
export function requireSandbox(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'Test clocks exist in sandbox environments only. Use a key of the sandbox.',
  )
}
