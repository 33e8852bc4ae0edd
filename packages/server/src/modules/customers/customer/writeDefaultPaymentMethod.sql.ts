import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'

/**
 * Sets or clears the customer's default payment method. The caller must hold the lock of the
 * customer.
 */
export async function writeDefaultPaymentMethod(
  tx: Tx,
  { environmentId }: Scope,
  customerId: string,
  paymentMethodId: string | null,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ default_payment_method_id: paymentMethodId })
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', customerId)
    .execute()
}
