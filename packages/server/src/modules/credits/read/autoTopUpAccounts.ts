import { parseAmount, toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** A wallet that refills itself, and how. */
interface AutoTopUpAccount {
  id: string
  creditCurrencyId: string
  threshold: number
  /** Minor units of money; null when a package is bought. */
  amount: number | null
  creditPackageId: string | null
}

/** A customer's wallets with an enabled rule, oldest first. */
export async function listAutoTopUpAccounts(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<AutoTopUpAccount[]> {
  const rows = await tx
    .selectFrom('credit_accounts as a')
    .innerJoin('auto_topup_rules as r', (join) =>
      join
        .onRef('r.bucket', '=', 'a.bucket')
        .onRef('r.environment_id', '=', 'a.environment_id')
        .onRef('r.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.credit_currency_id', 'r.threshold', 'r.amount', 'r.credit_package_id'])
    .where('a.bucket', '=', bucketOf(environmentId, customerId))
    .where('a.environment_id', '=', environmentId)
    .where('a.customer_id', '=', customerId)
    .where('r.enabled', '=', true)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    creditCurrencyId: row.credit_currency_id,
    threshold: toNearestNumber(parseAmount(row.threshold)),
    amount: row.amount,
    creditPackageId: row.credit_package_id,
  }))
}
