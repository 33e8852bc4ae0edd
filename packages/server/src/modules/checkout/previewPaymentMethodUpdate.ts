import type { CheckoutPreview } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { EMPTY_BILL } from './core/preview.ts'
import { readPayer } from './readPayer.ts'

/** Saving a payment method costs nothing. */
export async function previewPaymentMethodUpdate(
  tx: Tx,
  scope: Scope,
  customerId: string,
): Promise<CheckoutPreview> {
  const { customer, method } = await readPayer(tx, scope, customerId)
  return {
    purpose: 'payment_method_update',
    mode: 'setup',
    currency: customer.currency,
    dueToday: { kind: 'no_charge' },
    ...EMPTY_BILL,
    warnings: [],
    details: { paymentMethodUpdate: { paymentMethodId: method?.id ?? null } },
  }
}
