import type pg from 'pg'
import { add, formatAmount, parseAmount } from '../../../src/kernel/amount.ts'
import { type CustomerPicture, countMessages } from './projectCustomer.ts'

type Row = Record<string, unknown>

const text = (value: unknown): string => String(value)
const amount = (value: unknown): string => formatAmount(parseAmount(text(value)))
const instant = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : null
const orNull = (value: unknown): string | null => (value === null ? null : text(value))

/** Amounts by name, without zeros. */
const amounts = (entries: readonly (readonly [string, unknown])[]): Record<string, string> => {
  const total = new Map<string, string>()
  for (const [name, value] of entries) {
    const before = parseAmount(total.get(name) ?? '0')
    total.set(name, formatAmount(add(before, parseAmount(text(value)))))
  }
  return Object.fromEntries([...total].filter(([, value]) => value !== '0'))
}

/** Reads the credits and usage of a customer from the database. */
export async function observeCustomer(
  pool: pg.Pool,
  customer: { readonly environmentId: string; readonly bucket: number; readonly id: string },
): Promise<Omit<CustomerPicture, 'money' | 'billing'>> {
  const values = [customer.bucket, customer.environmentId, customer.id]
  const select = async (sql: string): Promise<Row[]> => (await pool.query<Row>(sql, values)).rows
  const OWN = 't.bucket = $1 AND t.environment_id = $2 AND t.customer_id = $3'
  const OF_WALLET = `JOIN credit_accounts t ON ${OWN} AND o.bucket = t.bucket AND o.account_id = t.id`
  const [
    accounts,
    grants,
    ledger,
    reservations,
    holds,
    days,
    events,
    counters,
    accruals,
    totals,
    subscriptions,
    messages,
    clocks,
  ] = await Promise.all([
    select(`SELECT t.*, t.consumed_on::text AS day, r.enabled, r.threshold, r.credit_package_id,
              r.amount AS refill, r.monthly_charge_limit
            FROM credit_accounts t LEFT JOIN auto_topup_rules r ON r.bucket = t.bucket
              AND r.environment_id = t.environment_id AND r.account_id = t.id WHERE ${OWN}`),
    select(`SELECT o.* FROM credit_grants o ${OF_WALLET} ORDER BY o.created_at, o.id`),
    select(`SELECT o.* FROM credit_ledger o ${OF_WALLET} ORDER BY o.seq`),
    select(`SELECT o.* FROM credit_reservations o ${OF_WALLET} ORDER BY o.created_at, o.id`),
    select(`SELECT h.* FROM credit_holds h
              JOIN credit_reservations o ON o.bucket = h.bucket AND o.id = h.reservation_id
              ${OF_WALLET} WHERE h.amount > 0 ORDER BY h.reservation_id, h.position`),
    select(`SELECT o.*, o.day::text AS day FROM credit_days o ${OF_WALLET}`),
    select(`SELECT * FROM usage_events t WHERE ${OWN} ORDER BY id`),
    select(`SELECT * FROM usage_counters t WHERE ${OWN}`),
    select(`SELECT * FROM usage_accruals t WHERE ${OWN}`),
    select(`SELECT *, day::text AS day FROM usage_days t WHERE ${OWN}`),
    select(`SELECT * FROM subscriptions t WHERE ${OWN} ORDER BY created_at, id`),
    select(`SELECT type, payload->>'featureSlug' AS slug FROM outbox_messages t WHERE ${OWN}
            AND type ~ '^(credits|reservation|entitlement.limit_reached|topup|payment|checkout)'`),
    select(`SELECT c.* FROM test_clocks c JOIN customers t ON t.environment_id = c.environment_id
              AND t.test_clock_id = c.id
            WHERE t.bucket = $1 AND t.environment_id = $2 AND t.id = $3`),
  ])
  const wallets = (accounts ?? []).map((account) => {
    const ofWallet = (row: Row): boolean => row.account_id === account.id
    const picture = {
      id: text(account.id),
      status: account.status as 'active',
      balance: amount(account.balance),
      held: amount(account.held),
      overdraft: amount(account.overdraft),
      nextDueAt: instant(account.next_due_at),
      rule: ruleOf(account),
      consumed: amounts([
        ...(account.day === null ? [] : [[text(account.day), account.consumed] as const]),
        ...(days ?? []).filter(ofWallet).map(({ day, consumed }) => [text(day), consumed] as const),
      ]),
      ledger: (ledger ?? []).filter(ofWallet).map(pictureRow),
      grants: (grants ?? []).filter(ofWallet).map(pictureGrant),
      reservations: (reservations ?? [])
        .filter(ofWallet)
        .map((row) => pictureReservation(row, holds ?? [])),
    }
    return [text(account.credit_currency_id), picture] as const
  })
  const [clock] = clocks ?? []
  return {
    clock: clock
      ? { now: text(instant(clock.frozen_time)), target: instant(clock.target_time) }
      : null,
    subscriptions: (subscriptions ?? []).map((row) => ({
      id: text(row.id),
      planId: text(row.plan_id),
      givesAccess: ['trialing', 'active', 'past_due'].includes(text(row.status)),
      // The anchor has no meaning before the subscription starts.
      billingAnchor:
        row.status === 'incomplete' && row.current_period_start === null
          ? null
          : instant(row.billing_anchor),
    })),
    wallets: Object.fromEntries(wallets),
    events: (events ?? []).map(pictureEvent),
    counters: amounts(
      (counters ?? []).map((row) => [
        `${row.metric_id} ${row.span} ${instant(row.period_start)}`,
        row.value,
      ]),
    ),
    accruals: amounts(
      (accruals ?? []).map((row) => [
        `${row.subscription_id} ${row.charge_id} ${instant(row.period_start)}`,
        row.quantity,
      ]),
    ),
    billed: amounts(
      (accruals ?? []).map((row) => [
        `${row.subscription_id} ${row.charge_id} ${instant(row.period_start)}`,
        row.billed_quantity,
      ]),
    ),
    usageDays: amounts((totals ?? []).map((row) => [`${row.day} ${row.event_name}`, row.total])),
    messages: countMessages(
      (messages ?? []).map(({ type, slug }) => (slug === null ? text(type) : `${type} ${slug}`)),
    ),
  }
}

const ruleOf = (row: Row) =>
  row.enabled === null
    ? null
    : {
        isEnabled: row.enabled === true,
        threshold: amount(row.threshold),
        creditPackageId: orNull(row.credit_package_id),
        amount: row.refill === null ? null : Number(row.refill),
        monthlyChargeLimit:
          row.monthly_charge_limit === null ? null : Number(row.monthly_charge_limit),
      }

const pictureRow = (row: Row) => ({
  type: row.type as 'CREDIT',
  reason: text(row.reason),
  amount: amount(row.amount),
  balanceBefore: amount(row.balance_before),
  balanceAfter: amount(row.balance_after),
  grantId: orNull(row.grant_id),
  reservationId: orNull(row.reservation_id),
  featureId: orNull(row.feature_id),
  usageEventId: orNull(row.usage_event_id),
  invoiceId: orNull(row.invoice_id),
  createdAt: text(instant(row.created_at)),
})

const pictureGrant = (row: Row) => ({
  id: text(row.id),
  reason: text(row.reason),
  amount: amount(row.amount),
  remaining: amount(row.remaining),
  expired: amount(row.expired),
  priority: Number(row.priority),
  expiresAt: instant(row.expires_at),
  voidedAt: instant(row.voided_at),
  subscriptionId: orNull(row.subscription_id),
  creditPackageId: orNull(row.credit_package_id),
  attemptId: orNull(row.topup_attempt_id),
  ruleKey: orNull(row.rule_key),
  periodKey: orNull(row.period_key),
  createdAt: text(instant(row.created_at)),
})

const pictureReservation = (row: Row, holds: readonly Row[]) => ({
  id: text(row.id),
  status: row.status as 'held',
  amount: amount(row.amount),
  held: amount(row.held),
  captured: amount(row.captured),
  expiresAt: text(instant(row.expires_at)),
  parts: holds
    .filter((hold) => hold.reservation_id === row.id)
    .map((hold) => ({ grantId: orNull(hold.grant_id), amount: amount(hold.amount) })),
})

const pictureEvent = (row: Row) => ({
  id: text(row.id),
  eventName: text(row.event_name),
  quantity: amount(row.quantity),
  occurredAt: text(instant(row.occurred_at)),
  createdAt: text(instant(row.created_at)),
  idempotencyKey: orNull(row.idempotency_key),
  flow: row.flow as 'none',
  creditCurrencyId: orNull(row.credit_currency_id),
  creditsDeducted: amount(row.credits_deducted),
  creditBalance: row.credit_balance === null ? null : amount(row.credit_balance),
  reversedAt: instant(row.reversed_at),
})
