import type { Statement } from '../../../platform/db/session.ts'

/** A quantity that has changed since is still billed only as far as the invoice says. */
export const MARK_BILLED: Statement = {
  name: 'usage-mark-billed',
  text: `
    UPDATE usage_accruals a SET billed_quantity = k.quantity
    FROM (
      SELECT unnest($3::text[]) AS subscription_id, unnest($4::text[]) AS charge_id,
        unnest($5::timestamptz[]) AS period_start, unnest($6::numeric[]) AS quantity
    ) AS k
    WHERE a.bucket = $1 AND a.environment_id = $2 AND a.subscription_id = k.subscription_id
      AND a.charge_id = k.charge_id AND a.period_start = k.period_start`,
}
