import type { Pool } from '../machine/Pool.ts'
import { EXPORT_PRICE, FEE, PERIOD_CREDITS } from './subscriberCatalog.ts'

interface Found {
  subscriptions: number
  renewed: number
  invoices: number
  billed: number
  numbers: number
  last: string
  paid: number
  payments: number
  charged: number
  granted: number
}

/** Counts everything that a renewal creates. */
const COUNTS = `
  SELECT
    (SELECT count(*) FROM subscriptions WHERE environment_id = $1) AS subscriptions,
    (SELECT count(*) FROM subscriptions WHERE environment_id = $1 AND status = 'active'
      AND due_at = current_period_end AND revision = 1) AS renewed,
    (SELECT count(*) FROM invoices WHERE environment_id = $1) AS invoices,
    (SELECT count(DISTINCT subscription_id) FROM invoices WHERE environment_id = $1
      AND reason = 'period' AND total = $2) AS billed,
    (SELECT count(DISTINCT number) FROM invoices WHERE environment_id = $1) AS numbers,
    (SELECT max(number) FROM invoices WHERE environment_id = $1) AS last,
    (SELECT count(*) FROM invoices WHERE environment_id = $1 AND status = 'paid') AS paid,
    (SELECT count(DISTINCT invoice_id) FROM payments WHERE environment_id = $1
      AND status = 'succeeded' AND amount = $2) AS payments,
    (SELECT count(*) FROM sandbox_intents WHERE environment_id = $1) AS charged,
    (SELECT count(*) FROM credit_grants WHERE environment_id = $1 AND reason = 'PLAN_GRANT'
      AND amount = $3) AS granted`

/**
 * Throws unless every subscription was renewed once: one invoice with the fee and the usage,
 * consecutive numbers, one charge at the provider and one grant of credits.
 */
export async function checkRenewals(
  pool: Pool,
  environmentId: string,
  subscribers: number,
): Promise<void> {
  const { rows } = await pool.query<Found>(COUNTS, [
    environmentId,
    FEE + EXPORT_PRICE,
    PERIOD_CREDITS,
  ])
  const [found] = rows
  const wrong = Object.entries(found ?? {}).filter(([what, is]) =>
    what === 'last' ? Number(String(is).slice(4)) !== subscribers : is !== subscribers,
  )
  if (found && wrong.length === 0) return
  throw new Error(
    [
      `THE RENEWALS ARE WRONG: each of these should be ${subscribers}.`,
      ...wrong.map(([what, is]) => `${what}: ${is}`),
    ].join('\n'),
  )
}
