import { type Amount, parseStored } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Statement, sessionOf } from '../../../platform/db/session.ts'

/** Usage of a period of which invoices have taken up more or less than there is. */
export interface UnbilledUsage {
  subscriptionId: string
  chargeId: string
  /** The version of a plan that the charge is of, which the subscription may have left since. */
  planId: string
  planVersion: number
  metricId: string
  period: { start: Date; end: Date | null }
  quantity: Amount
  /** What invoices took up; more than the quantity where an event was reversed since. */
  billed: Amount
}

interface UnbilledQuery {
  customerId: string
  subscriptionIds: readonly string[]
  /** Only periods that are over by then, or never end; null: all of them. */
  before: Date | null
  /** Charges of which all usage is wanted, also where nothing is left to bill. */
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

/** What is still to be billed of a customer's usage, the oldest first. */
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
