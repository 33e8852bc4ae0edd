import { currencyScales } from '@purser/contract'
import type { Invariant } from '../../platform/db/invariants/checkInvariants.ts'

/** Joins the rows of an invoice `i`. */
const OF_INVOICE = (alias: string) =>
  `${alias}.bucket = i.bucket AND ${alias}.environment_id = i.environment_id
            AND ${alias}.invoice_id = i.id`

/** The number of decimal places of each currency. */
const SCALES = `(VALUES ${[...currencyScales].map(([code, scale]) => `('${code}', ${scale})`)})`

export const invoicingInvariants: readonly Invariant[] = [
  {
    name: 'an invoice total equals its lines minus prepaid money, to the minor unit',
    sql: `SELECT i.number AS broken FROM invoices i
          LEFT JOIN (
            SELECT bucket, environment_id, invoice_id, sum(subtotal) AS subtotal,
              sum(discount) AS discount, sum(tax) AS tax, sum(total) AS total,
              bool_or(total <> subtotal - discount + tax) AS differs
            FROM invoice_lines GROUP BY 1, 2, 3
          ) l ON ${OF_INVOICE('l')}
          WHERE l.invoice_id IS NULL OR l.differs
            OR (i.subtotal, i.discount, i.tax) IS DISTINCT FROM (l.subtotal, l.discount, l.tax)
            OR i.total <> l.total - i.credits_applied OR i.total < 0`,
  },
  {
    name: "an environment's invoices are numbered from 1 without gaps or duplicates",
    sql: `SELECT coalesce(i.environment_id, c.environment_id) || ' has ' || coalesce(i.count, 0)
              || ' invoices up to ' || coalesce(i.last, 0) AS broken
          FROM (
            SELECT environment_id, count(*) AS count, count(DISTINCT number) AS different,
              max(substr(number, 5)::bigint) AS last, bool_and(number ~ '^INV-[0-9]{6,}$') AS formed
            FROM invoices WHERE number IS NOT NULL GROUP BY 1
          ) i
          FULL JOIN invoice_counters c ON c.environment_id = i.environment_id
          WHERE coalesce(i.count, 0) <> coalesce(c.last_invoice, 0)
            OR i.different <> i.count OR i.last <> i.count OR NOT i.formed`,
  },
  {
    name: 'no draft invoice remains',
    sql: `SELECT id AS broken FROM invoices WHERE status = 'draft' OR issued_at IS NULL`,
  },
  {
    name: 'only open, automatically charged invoices are due for collection',
    sql: `SELECT number AS broken FROM invoices WHERE next_attempt_at IS NOT NULL
            AND (status <> 'open' OR collection_method <> 'charge_automatically')`,
  },
  {
    name: 'a billed pending line belongs to a valid invoice of its customer, in its currency',
    sql: `SELECT l.id || ' was taken by ' || l.invoice_id AS broken FROM pending_invoice_lines l
          LEFT JOIN invoices i ON ${OF_INVOICE('l')}
          WHERE l.invoice_id IS NOT NULL AND (i.id IS NULL OR i.status = 'void'
            OR (i.customer_id, i.currency) IS DISTINCT FROM (l.customer_id, l.currency))`,
  },
  {
    name: 'prepaid money matches the invoice, and was returned if the invoice was voided',
    sql: `SELECT coalesce(i.number, l.invoice_id) AS broken
          FROM (SELECT * FROM invoices WHERE credits_applied > 0) i
          FULL JOIN (
            SELECT l.bucket, l.environment_id, l.invoice_id,
              sum(CASE l.type WHEN 'DEBIT' THEN l.amount ELSE -l.amount END
                * power(10::numeric, m.scale - u.minor_unit_scale)) AS taken,
              min(a.customer_id) AS customer_id, min(u.denomination) AS currency,
              count(DISTINCT (a.customer_id, u.denomination)) AS owners,
              bool_and(l.reason = 'INVOICE_PAYMENT' AND l.type IN ('DEBIT', 'CREDIT')) AS known
            FROM credit_ledger l
            JOIN credit_accounts a ON a.bucket = l.bucket AND a.environment_id = l.environment_id
              AND a.id = l.account_id
            JOIN credit_currencies u ON u.environment_id = a.environment_id
              AND u.id = a.credit_currency_id
            JOIN ${SCALES} AS m (currency, scale) ON m.currency = u.denomination
            WHERE l.invoice_id IS NOT NULL GROUP BY 1, 2, 3
          ) l ON ${OF_INVOICE('l')}
          WHERE i.id IS NULL OR l.invoice_id IS NULL OR NOT l.known OR l.owners > 1
            OR (i.customer_id, i.currency) IS DISTINCT FROM (l.customer_id, l.currency)
            OR l.taken <> CASE i.status WHEN 'void' THEN 0 ELSE i.credits_applied END`,
  },
  {
    name: 'an invoice refers only to its own customer and environment',
    sql: `SELECT i.number || ' refers to ' || i.subscription_id AS broken FROM invoices i
          LEFT JOIN subscriptions s ON s.bucket = i.bucket AND s.environment_id = i.environment_id
            AND s.id = i.subscription_id
          WHERE i.subscription_id IS NOT NULL AND s.customer_id IS DISTINCT FROM i.customer_id
          UNION ALL
          SELECT p.id || ' pays ' || p.invoice_id FROM payments p
          LEFT JOIN invoices i ON ${OF_INVOICE('p')}
          WHERE p.invoice_id IS NOT NULL AND (p.customer_id, p.currency)
            IS DISTINCT FROM (i.customer_id, i.currency)
          UNION ALL
          SELECT n.number || ' credits ' || n.invoice_id FROM credit_notes n
          LEFT JOIN invoices i ON ${OF_INVOICE('n')}
          WHERE (n.customer_id, n.currency) IS DISTINCT FROM (i.customer_id, i.currency)`,
  },
  {
    name: 'an invoice is paid exactly when its payments cover it, apart from late payments that were refunded',
    sql: `SELECT i.number || ' is ' || i.status || ' with ' || i.amount_paid AS broken FROM invoices i
          LEFT JOIN (
            SELECT p.bucket, p.environment_id, p.invoice_id, sum(p.amount) AS amount
            FROM payments p
            WHERE p.status = 'succeeded' AND p.purpose = 'invoice' AND NOT EXISTS (
              SELECT FROM refunds r WHERE r.bucket = p.bucket
                AND r.environment_id = p.environment_id AND r.payment_id = p.id
                AND r.credit_note_id IS NULL)
            GROUP BY 1, 2, 3
          ) p ON p.bucket = i.bucket AND p.environment_id = i.environment_id AND p.invoice_id = i.id
          WHERE i.amount_paid <> coalesce(p.amount, 0)
            OR (i.status IN ('open', 'uncollectible') AND i.amount_paid >= i.amount_due)
            OR (i.status IN ('paid', 'partially_refunded', 'refunded')
              AND i.amount_paid <> i.amount_due)`,
  },
  {
    name: 'at most one payment of an invoice is in progress, and only invoice payments refer to an invoice',
    sql: `SELECT invoice_id AS broken FROM payments
          WHERE status IN ('pending', 'requires_action') AND invoice_id IS NOT NULL
          GROUP BY bucket, environment_id, invoice_id HAVING count(*) > 1
          UNION ALL
          SELECT id FROM payments WHERE (purpose = 'invoice') <> (invoice_id IS NOT NULL)`,
  },
  {
    name: 'credit notes match the reductions and refunds of their invoice, with tax',
    sql: `SELECT i.number AS broken FROM invoices i
          LEFT JOIN (
            SELECT bucket, environment_id, invoice_id, sum(amount) AS amount, sum(tax) AS tax
            FROM credit_notes GROUP BY 1, 2, 3
          ) n ON n.bucket = i.bucket AND n.environment_id = i.environment_id AND n.invoice_id = i.id
          WHERE coalesce(n.amount, 0) <> i.total - i.amount_due + i.amount_refunded
            OR abs(n.tax - n.amount * i.tax / nullif(i.total + i.credits_applied, 0)) > 0.5
            OR (i.status = 'refunded') <> (i.amount_refunded > 0
              AND i.amount_refunded = i.amount_paid)
            OR (i.status = 'partially_refunded') <> (i.amount_refunded > 0
              AND i.amount_refunded < i.amount_paid)`,
  },
  {
    name: 'a credit note refunds at most its amount, from payments of its invoice',
    sql: `SELECT coalesce(n.number, r.credit_note_id) AS broken FROM refunds r
          JOIN payments p ON p.bucket = r.bucket AND p.environment_id = r.environment_id
            AND p.id = r.payment_id
          LEFT JOIN credit_notes n ON n.bucket = r.bucket AND n.environment_id = r.environment_id
            AND n.id = r.credit_note_id
          WHERE r.credit_note_id IS NOT NULL
          GROUP BY n.number, r.credit_note_id, n.amount, n.invoice_id
          HAVING sum(r.amount) > coalesce(n.amount, 0)
            OR bool_or(p.invoice_id IS DISTINCT FROM n.invoice_id)`,
  },
  {
    name: "an environment's credit notes are numbered from 1 without gaps or duplicates",
    sql: `SELECT coalesce(n.environment_id, c.environment_id) || ' has ' || coalesce(n.count, 0)
              || ' credit notes up to ' || coalesce(n.last, 0) AS broken
          FROM (
            SELECT environment_id, count(*) AS count, count(DISTINCT number) AS different,
              max(substr(number, 4)::bigint) AS last, bool_and(number ~ '^CN-[0-9]{6,}$') AS formed
            FROM credit_notes GROUP BY 1
          ) n
          FULL JOIN invoice_counters c ON c.environment_id = n.environment_id
          WHERE coalesce(n.count, 0) <> coalesce(c.last_credit_note, 0)
            OR n.different <> n.count OR n.last <> n.count OR NOT n.formed`,
  },
]
