import { type Amount, formatAmount, isZero } from '../../../src/kernel/amount.ts'
import { balanceOf, heldIn, heldOf, nextDueAt } from '../../model/credits/wallet.ts'
import type { Accrual, Customer, Wallet } from '../../model/state.ts'
import type { Identities } from './identities.ts'
import { projectBilling } from './projectBilling.ts'
import { projectMoney } from './projectMoney.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** Amounts by name, without zeros. */
const amounts = (entries: Iterable<readonly [string, Amount]>): Record<string, string> =>
  Object.fromEntries(
    [...entries]
      .filter(([, amount]) => !isZero(amount))
      .map(([name, amount]) => [name, formatAmount(amount)]),
  )

/** Counts each message. */
export const countMessages = (messages: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(messages, (message) => message)].map(([name, all]) => [name, all.length]),
  )

/** The expected result of `observeCustomer`, according to the model. */
export const projectCustomer = (customer: Customer, identities: Identities) => ({
  subscriptions: customer.subscriptions.map(
    ({ id, planId, givesAccess, billingAnchor, contract }) => ({
      id,
      planId,
      givesAccess,
      billingAnchor:
        contract?.status === 'incomplete' && contract.periodStart === null
          ? null
          : instant(billingAnchor),
    }),
  ),
  wallets: Object.fromEntries(
    [...customer.wallets].map(([currency, wallet]) => [currency, projectWallet(wallet)]),
  ),
  events: customer.events.map((event) => ({
    id: event.id,
    eventName: event.eventName,
    quantity: formatAmount(event.quantity),
    occurredAt: event.occurredAt.toISOString(),
    createdAt: event.createdAt.toISOString(),
    idempotencyKey: event.idempotencyKey,
    flow: event.flow,
    creditCurrencyId: event.creditCurrencyId,
    creditsDeducted: formatAmount(event.creditsDeducted),
    creditBalance: event.creditBalance && formatAmount(event.creditBalance),
    reversedAt: instant(event.reversedAt),
  })),
  counters: amounts(
    [...customer.counters.values()].map(({ metricId, span, periodStart, value }) => [
      `${metricId} ${identities.translate(span)} ${periodStart.toISOString()}`,
      value,
    ]),
  ),
  accruals: amounts(
    [...customer.accruals.values()].map((accrual) => [nameOf(accrual, identities), accrual.value]),
  ),
  billed: amounts(
    [...customer.accruals.values()].map((accrual) => [nameOf(accrual, identities), accrual.billed]),
  ),
  usageDays: amounts(customer.usageDays),
  messages: countMessages([
    ...[...customer.wallets.values()].flatMap(({ messages }) => messages),
    ...customer.limitsReached.map((slug) => `entitlement.limit_reached ${slug}`),
    ...customer.money.messages,
  ]),
  clock: customer.clock && {
    now: customer.clock.now.toISOString(),
    target: instant(customer.clock.target),
  },
  money: projectMoney(customer.money),
  billing: projectBilling(customer),
})

const nameOf = (
  { subscriptionId, chargeId, periodStart }: Accrual,
  identities: Identities,
): string => `${identities.translate(subscriptionId)} ${chargeId} ${periodStart.toISOString()}`

const projectWallet = (wallet: Wallet) => ({
  id: wallet.id,
  status: wallet.status,
  balance: formatAmount(balanceOf(wallet)),
  held: formatAmount(heldOf(wallet)),
  overdraft: formatAmount(wallet.overdraft),
  nextDueAt: instant(nextDueAt(wallet)),
  rule: wallet.rule && { ...wallet.rule, threshold: formatAmount(wallet.rule.threshold) },
  consumed: amounts(wallet.consumed),
  ledger: wallet.ledger.map(({ amount, balanceBefore, balanceAfter, createdAt, ...row }) => ({
    ...row,
    amount: formatAmount(amount),
    balanceBefore: formatAmount(balanceBefore),
    balanceAfter: formatAmount(balanceAfter),
    createdAt: createdAt.toISOString(),
  })),
  grants: wallet.grants.map((grant) => ({
    id: grant.id,
    reason: grant.reason,
    amount: formatAmount(grant.amount),
    remaining: formatAmount(grant.remaining),
    expired: formatAmount(grant.expired),
    priority: grant.priority,
    expiresAt: instant(grant.expiresAt),
    voidedAt: instant(grant.voidedAt),
    subscriptionId: grant.subscriptionId,
    creditPackageId: grant.creditPackageId,
    attemptId: grant.attemptId,
    ruleKey: grant.ruleKey,
    periodKey: grant.periodKey,
    createdAt: grant.createdAt.toISOString(),
  })),
  reservations: wallet.reservations.map((reservation) => ({
    id: reservation.id,
    status: reservation.status,
    amount: formatAmount(reservation.amount),
    held: formatAmount(heldIn(reservation)),
    captured: formatAmount(reservation.captured),
    expiresAt: reservation.expiresAt.toISOString(),
    parts: reservation.parts.map(({ grantId, amount }) => ({
      grantId,
      amount: formatAmount(amount),
    })),
  })),
})

export type CustomerPicture = ReturnType<typeof projectCustomer>
