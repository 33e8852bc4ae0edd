import { type Amount, formatAmount, isZero, subtract } from '../../../src/kernel/amount.ts'
import { runtimeOf } from '../payments/autoTopUps.ts'
import type { Customer, Grant, LedgerRow, Reservation, Rule, UsageEvent, Wallet } from '../state.ts'
import type { AcceptedEvent } from '../usage/track.ts'
import { balanceOf, heldIn, heldOf, settle, spendableGrants } from './wallet.ts'

export const toNumber = (amount: Amount): number => Number(formatAmount(amount))

export const renderGrant = (customer: Customer, wallet: Wallet, grant: Grant) => ({
  id: grant.id,
  creditAccountId: wallet.id,
  customerId: customer.id,
  creditCurrencyId: wallet.creditCurrencyId,
  subscriptionId: grant.subscriptionId,
  planId: grant.planId,
  creditPackageId: grant.creditPackageId,
  sourceInvoiceId: null,
  amount: toNumber(grant.amount),
  creditsRemaining: toNumber(grant.remaining),
  priority: grant.priority,
  description: grant.description,
  expiresAt: grant.expiresAt?.toISOString() ?? null,
  voidedAt: grant.voidedAt?.toISOString() ?? null,
  createdAt: grant.createdAt.toISOString(),
})

/** Renders a wallet as if it had been settled. A grant that settling would create has no id yet. */
export function renderWallet(customer: Customer, wallet: Wallet, now: Date) {
  const stored = [...wallet.grants]
  settle(wallet, now)
  return {
    id: wallet.id,
    customerId: customer.id,
    creditCurrencyId: wallet.creditCurrencyId,
    status: wallet.status,
    balance: toNumber(balanceOf(wallet)),
    held: toNumber(heldOf(wallet)),
    grants: spendableGrants(wallet, now)
      .filter((grant) => stored.includes(grant))
      .map((grant) => renderGrant(customer, wallet, grant)),
    effectiveFundingMethod: customer.collectionMethod,
    autoTopup: renderRule(wallet.rule),
    autoTopupRuntime: renderRuntime(customer, wallet, now),
  }
}

/** Renders a rule. A wallet that never had one shows a disabled rule. */
export const renderRule = (rule: Rule | null) => ({
  enabled: rule?.isEnabled ?? false,
  threshold: rule ? toNumber(rule.threshold) : 0,
  packageId: rule?.creditPackageId ?? null,
  amount: rule?.amount ?? null,
  monthlyChargeLimit: rule?.monthlyChargeLimit ?? null,
})

const renderRuntime = (customer: Customer, wallet: Wallet, now: Date) => {
  const { fires, lastFailedAt, ...log } = runtimeOf(customer, wallet, now, null)
  return {
    ...log,
    lastFiredAt: fires.at(-1)?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    totalFiresCount: fires.length,
  }
}

export const renderRow = (customer: Customer, wallet: Wallet, row: LedgerRow) => ({
  id: `~entry ${wallet.ledger.indexOf(row) + 1} in ${wallet.id}`,
  customerId: customer.id,
  creditAccountId: wallet.id,
  creditCurrencyId: wallet.creditCurrencyId,
  sequence: wallet.ledger.indexOf(row) + 1,
  type: row.type,
  reason: row.reason,
  amount: toNumber(row.amount),
  balanceBefore: toNumber(row.balanceBefore),
  balanceAfter: toNumber(row.balanceAfter),
  grantId: row.grantId,
  reservationId: row.reservationId,
  featureId: row.featureId,
  usageEventId: row.usageEventId,
  createdAt: row.createdAt.toISOString(),
})

export const renderReservation = (
  customer: Customer,
  wallet: Wallet,
  reservation: Reservation,
) => ({
  id: reservation.id,
  customerId: customer.id,
  creditAccountId: wallet.id,
  creditCurrencyId: wallet.creditCurrencyId,
  featureSlug: reservation.feature?.slug ?? null,
  quantity: reservation.quantity === null ? null : toNumber(reservation.quantity),
  properties: reservation.properties,
  status: reservation.status,
  amount: toNumber(reservation.amount),
  held: toNumber(heldIn(reservation)),
  captured: toNumber(reservation.captured),
  expiresAt: reservation.expiresAt.toISOString(),
  createdAt: reservation.createdAt.toISOString(),
})

const effectsOf = (event: UsageEvent) => ({
  flow: event.flow,
  featureSlug: event.featureSlug,
  creditCurrencyId: event.creditCurrencyId,
  creditsDeducted: formatAmount(event.creditsDeducted),
})

/** The result that track returns for an accepted event. */
export const renderTracked = ({ status, event }: AcceptedEvent) => ({
  eventId: event.id,
  status,
  ...effectsOf(event),
  creditBalance: event.creditBalance === null ? null : formatAmount(event.creditBalance),
})

export const renderEvent = (customer: Customer, event: UsageEvent) => ({
  id: event.id,
  customerId: customer.id,
  eventName: event.eventName,
  quantity: toNumber(event.quantity),
  properties: event.properties,
  timestamp: event.occurredAt.toISOString(),
  idempotencyKey: event.idempotencyKey,
  ...effectsOf(event),
  reversedAt: event.reversedAt?.toISOString() ?? null,
  createdAt: event.createdAt.toISOString(),
})

/** Renders an adjustment by the ledger rows that it wrote. */
export const renderAdjustment = (
  customer: Customer,
  wallet: Wallet,
  rows: readonly LedgerRow[],
  amount: Amount,
) => {
  const first = rows[0]
  const balanceAfter = balanceOf(wallet)
  return {
    customerId: customer.id,
    creditAccountId: wallet.id,
    creditCurrencyId: wallet.creditCurrencyId,
    amount: toNumber(amount),
    balanceBefore: toNumber(first ? first.balanceBefore : subtract(balanceAfter, amount)),
    balanceAfter: toNumber(balanceAfter),
    entries: rows
      .filter((row) => !isZero(row.amount))
      .map((row) => renderRow(customer, wallet, row)),
  }
}
