import { bucketOfId } from '../../../../../kernel/ids.ts'
import type { Database, Tx } from '../../../../../platform/db/database.ts'

/** Where Purser's record of a payment is at this provider: null when there is no such payment. */
export async function findPaymentAtSandbox(
  tx: Tx,
  environmentId: string,
  paymentId: string,
): Promise<{ providerPaymentId: string | null } | null> {
  const bucket = bucketOfId('payment', paymentId)
  if (bucket === null) return null
  const row = await tx
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', paymentId)
    .where('provider', '=', 'sandbox')
    .executeTakeFirst()
  return row ? { providerPaymentId: row.provider_payment_id } : null
}

/** The way back: Purser's id of a payment of this provider. */
export async function findPurserPaymentId(
  db: Database | Tx,
  environmentId: string,
  providerPaymentId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('provider', '=', 'sandbox')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return row?.id ?? null
}
