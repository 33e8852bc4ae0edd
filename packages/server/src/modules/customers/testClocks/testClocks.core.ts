import { PurserError } from '../../../kernel/errors.ts'

/** Identifies a test clock. */
export interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

/** Rejects test clocks in live environments, where real money moves. */
export function requireSandbox(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'Test clocks exist in sandbox environments only. Use a key of the sandbox.',
  )
}
