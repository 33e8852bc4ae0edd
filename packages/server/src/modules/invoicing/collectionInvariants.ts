import type { Invariant } from '../../platform/db/checkInvariants.ts'

export const collectionInvariants: readonly Invariant[] = [
  {
    name: 'an invoice is paid exactly when its payments come to what is due, but for those given back for having come too late',
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
    name: 'at most one payment of an invoice is under way, and each payment of one says so',
    sql: `SELECT invoice_id AS broken FROM payments
          WHERE status IN ('pending', 'requires_action') AND invoice_id IS NOT NULL
          GROUP BY bucket, environment_id, invoice_id HAVING count(*) > 1
          UNION ALL
          SELECT id FROM payments WHERE (purpose = 'invoice') <> (invoice_id IS NOT NULL)`,
  },
  {
    name: 'credit notes come to what an invoice asks for less, or gives back, with their share of the tax',
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
    name: 'a credit note gives back at most its amount, of payments of its invoice',
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
    name: "an environment's credit notes are numbered from 1 without a gap, each number once",
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
