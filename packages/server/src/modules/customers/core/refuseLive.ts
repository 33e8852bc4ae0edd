import { PurserError } from '../../../kernel/errors.ts'

/** Where money moves, time is nobody's to move. */
export function refuseLive(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'Test clocks exist in sandbox environments only. Use a key of the sandbox.',
  )
}
