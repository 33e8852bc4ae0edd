import { type Amount, parseStored } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Statement, sessionOf } from '../../../platform/db/session.ts'

/** Usage of one period whose billed quantity differs from its actual quantity. */
export interface UnbilledUsage {
  subscriptionId: string
  chargeId: string
  /** The plan version of the charge. The subscription may now have another version. */
  planId: string
  planVersion: number
  metricId: string
  period: { start: Date; end: Date | null }
  quantity: Amount
  /** The quantity on invoices. Larger than `quantity` when a billed event was reversed. */
  billed: Amount
}

interface UnbilledQuery {
  customerId: string
  subscriptionIds: readonly string[]
  /** Selects only periods that end by this time or never end. Null: all periods. */
  before: Date | null
  /** Charges whose usage is listed even if all of it is billed. */
  andOf?: readonly string[]
}

const UNBILLED: Statement = {
  name: 'usage-unbilled',
  text: `
    SELECT a.subscription_id AS "subscriptionId", a.charge_id AS "chargeId",
      c.plan_id AS "planId", c.version AS "planVersion", a.metric_id AS "metricId",
      a.period_start AS "start", a.period_end AS "end", a.quantity, a.billed_quantity AS billed
    FROM usage_accruals a
    JOIN plan_charges c ON c.environment_id = a.environment_id AND c.id = a.charge_id
    WHERE a.bucket = $1 AND a.environment_id = $2 AND a.subscription_id = ANY ($3::text[])
      AND a.customer_id = $4
      AND (a.quantity <> a.billed_quantity OR a.charge_id = ANY ($6::text[]))
      AND ($5::timestamptz IS NULL OR a.period_end IS NULL OR a.period_end <= $5)
    ORDER BY a.period_start, c.plan_id, c.version, c.position, a.subscription_id`,
}

type Row = Omit<UnbilledUsage, 'period' | 'quantity' | 'billed'> &
  UnbilledUsage['period'] & { quantity: string; billed: string }

/** Lists a customer's unbilled usage, oldest period first. */
export async function listUnbilledUsage(
  tx: Tx,
  environmentId: string,
  { customerId, subscriptionIds, before, andOf = [] }: UnbilledQuery,
): Promise<UnbilledUsage[]> {
  const rows = await sessionOf(tx).query<Row>(UNBILLED, [
    bucketOf(environmentId, customerId),
    environmentId,
    subscriptionIds,
    customerId,
    before,
    andOf,
  ])
  return rows.map(({ start, end, quantity, billed, ...row }) => ({
    ...row,
    period: { start, end },
    quantity: parseStored(quantity),
    billed: parseStored(billed),
  }))
}

/** Writes the quantity that the invoice billed, even if the current quantity has changed since. */
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
