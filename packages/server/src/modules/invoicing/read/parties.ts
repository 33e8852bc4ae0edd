import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Parties } from '../core/invoiceParties.ts'

/** Who sells and who buys by an invoice. */
export async function readParties(
  tx: Tx,
  environmentId: string,
  invoiceId: string,
): Promise<Parties> {
  const row = await tx
    .selectFrom('invoices')
    .select(['seller', 'buyer'])
    .where('bucket', '=', bucketOfId('invoice', invoiceId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  invariant(row?.seller && row.buyer, 'an invoice says who sells and who buys')
  return row as Parties
}
