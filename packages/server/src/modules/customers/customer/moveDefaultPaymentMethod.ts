import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Points the customer's default at one of its payment methods, or at none, under its lock. */
export async function moveDefaultPaymentMethod(
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
