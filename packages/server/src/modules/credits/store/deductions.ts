import { parseAmount } from '../../../kernel/amount.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Deduction } from '../core/reverse.ts'
import type { Wallet } from '../core/wallet.ts'

const READ: Statement = {
  name: 'credits-read-deductions',
  text: `
    SELECT grant_id AS "grantId", feature_id AS "featureId", amount FROM credit_ledger
    WHERE bucket = $1 AND account_id = $2 AND seq BETWEEN $3 AND $4 AND usage_event_id = $5
      AND type = 'DEBIT' AND reason = 'USAGE_DEDUCTION'
    ORDER BY seq`,
}

/** The rows that took credits for an event. */
export async function readDeductions(
  session: Session,
  wallet: Wallet,
  range: { usageEventId: string; firstSeq: number; lastSeq: number },
): Promise<Deduction[]> {
  const { bucket, id } = wallet
  const rows = await session.query<Omit<Deduction, 'amount'> & { amount: string }>(READ, [
    bucket,
    id,
    range.firstSeq,
    range.lastSeq,
    range.usageEventId,
  ])
  return rows.map((row) => ({ ...row, amount: parseAmount(row.amount) }))
}
