import { type Amount, formatAmount } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'

export interface StoredRule {
  walletId: string
  enabled: boolean
  threshold: Amount
  creditPackageId: string | null
  amount: number | null
  monthlyChargeLimit: number | null
  now: Date
}

export async function upsertRule(tx: Tx, environmentId: string, rule: StoredRule): Promise<void> {
  const bucket = bucketOfId('creditAccount', rule.walletId)
  invariant(bucket !== null, 'a wallet has a bucket')
  const values = {
    enabled: rule.enabled,
    threshold: formatAmount(rule.threshold),
    credit_package_id: rule.creditPackageId,
    amount: rule.amount,
    monthly_charge_limit: rule.monthlyChargeLimit,
    updated_at: rule.now,
  }
  await tx
    .insertInto('auto_topup_rules')
    .values({
      bucket,
      environment_id: environmentId,
      account_id: rule.walletId,
      created_at: rule.now,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'environment_id', 'account_id']).doUpdateSet(values),
    )
    .execute()
}
