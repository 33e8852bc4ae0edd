import type { CreditGrant } from '@purser/contract'
import { storedToNumber } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'

const select = (tx: Tx, environmentId: string, bucket: number) =>
  tx
    .selectFrom('credit_grants as g')
    .innerJoin('credit_accounts as a', (join) =>
      join
        .onRef('a.bucket', '=', 'g.bucket')
        .onRef('a.environment_id', '=', 'g.environment_id')
        .onRef('a.id', '=', 'g.account_id'),
    )
    .selectAll('g')
    .select(['a.customer_id', 'a.credit_currency_id'])
    .where('g.bucket', '=', bucket)
    .where('g.environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const render = (row: Row): CreditGrant => ({
  id: row.id,
  creditAccountId: row.account_id,
  customerId: row.customer_id,
  creditCurrencyId: row.credit_currency_id,
  subscriptionId: row.subscription_id,
  planId: row.plan_id,
  creditPackageId: row.credit_package_id,
  sourceInvoiceId: row.source_invoice_id,
  amount: storedToNumber(row.amount),
  creditsRemaining: storedToNumber(row.remaining),
  priority: row.priority,
  description: row.description,
  expiresAt: row.expires_at?.toISOString() ?? null,
  voidedAt: row.voided_at?.toISOString() ?? null,
  metadata: row.metadata as CreditGrant['metadata'],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export async function findGrant(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<CreditGrant | null> {
  const bucket = bucketOfId('creditGrant', id)
  if (bucket === null) return null
  const row = await select(tx, environmentId, bucket).where('g.id', '=', id).executeTakeFirst()
  return row ? render(row) : null
}

/** Finds the grant that a top-up paid for. */
export async function findTopUpGrant(
  tx: Tx,
  environmentId: string,
  attemptId: string,
): Promise<CreditGrant | null> {
  const bucket = bucketOfId('paymentAttempt', attemptId)
  if (bucket === null) return null
  const row = await select(tx, environmentId, bucket)
    .where('g.topup_attempt_id', '=', attemptId)
    .executeTakeFirst()
  return row ? render(row) : null
}

/** Finds grants of one customer by id. */
export async function findGrants(
  tx: Tx,
  environmentId: string,
  bucket: number,
  ids: readonly string[],
): Promise<Map<string, CreditGrant>> {
  if (ids.length === 0) return new Map()
  const rows = await select(tx, environmentId, bucket).where('g.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, render(row)]))
}
