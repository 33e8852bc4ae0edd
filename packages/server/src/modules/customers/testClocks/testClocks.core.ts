import { PurserError } from '../../../kernel/errors.ts'

/** Returns the time of the customer's test clock, or `now` without one. */
export const currentTimeOf = (customer: { readonly frozenTime: Date | null }, now: Date): Date =>
  customer.frozenTime ?? now

/** Rejects test clocks in live environments, where real money moves. */
export function requireSandboxForTestClocks(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'Test clocks exist in sandbox environments only. Use a key of the sandbox.',
  )
}
