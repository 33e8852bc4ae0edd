import { compare, parseAmount, ZERO } from '../../../src/kernel/amount.ts'
import type { Catalog, CreditCurrency, CreditPackage } from '../catalog.ts'
import { balanceOf, emitWalletMessage } from '../credits/wallet.ts'
import { periodAt } from '../periods.ts'
import { type Customer, nextId, type Rule, type Wallet } from '../state.ts'
import type { Attempt, PurchaseTerms, SkipReason } from './money.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const BURST_MS = 10 * MINUTE_MS
const FIRES_IN_BURST = 2
const RESTS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** The threshold of an enabled rule. */
export const thresholdOf = ({ rule }: Wallet) => (rule?.isEnabled ? rule.threshold : null)

/**
 * Ends a transaction. Each wallet whose balance fell to its threshold in the transaction gets one
 * attempt, unless one is already in progress.
 */
export function endTransaction(customer: Customer, now: Date): void {
  for (const wallet of customer.wallets.values()) {
    const threshold = thresholdOf(wallet)
    const before = wallet.storedBalance
    wallet.storedBalance = balanceOf(wallet)
    if (threshold === null || wallet.status !== 'active') continue
    if (compare(before, threshold) <= 0 || compare(wallet.storedBalance, threshold) > 0) continue
    emitWalletMessage(wallet, 'credits.low')
    const isSkipped = automatic(customer, wallet).some(({ status }) => status === 'pending')
    const attempt = addAttempt(customer, wallet, 'auto', now)
    if (!isSkipped) continue
    Object.assign(attempt, { status: 'skipped', skipReason: 'already_pending', completedAt: now })
  }
}

export function addAttempt(
  customer: Customer,
  wallet: Wallet,
  trigger: Attempt['trigger'],
  now: Date,
): Attempt {
  const attempt: Attempt = {
    id: nextId(customer, 'attempt'),
    creditCurrencyId: wallet.creditCurrencyId,
    trigger,
    createdAt: now,
    threshold: thresholdOf(wallet) ?? ZERO,
    fundingMethod: customer.collectionMethod,
    status: 'pending',
    terms: null,
    payment: null,
    isInvoiced: false,
    grantId: null,
    errorCode: null,
    skipReason: null,
    completedAt: null,
  }
  customer.money.attempts.push(attempt)
  return attempt
}

/** Automatic attempts of a wallet that were not skipped, oldest first. */
const automatic = (customer: Customer, { creditCurrencyId }: Wallet): Attempt[] =>
  customer.money.attempts.filter(
    (attempt) =>
      attempt.creditCurrencyId === creditCurrencyId &&
      attempt.trigger !== 'manual' &&
      attempt.status !== 'skipped',
  )

/** The runtime state of a rule, derived only from the attempts. */
export function runtimeOf(
  customer: Customer,
  wallet: Wallet,
  now: Date,
  exceptAttempt: Attempt | null,
) {
  const log = automatic(customer, wallet).filter((attempt) => attempt !== exceptAttempt)
  const failed = log.filter(({ status }) => status === 'failed')
  const lastSuccess = log.findLastIndex(({ status }) => status === 'succeeded')
  const month = periodAt('month', now, customer.timezone)
  const ofMonth = log.filter(
    ({ status, createdAt }) =>
      status !== 'failed' && createdAt >= month.start && (!month.end || createdAt < month.end),
  )
  return {
    fires: log.map(({ createdAt }) => createdAt),
    lastFailedAt: latest(failed.map(({ completedAt }) => completedAt ?? now)),
    consecutiveFailures: log.slice(lastSuccess + 1).filter(({ status }) => status === 'failed')
      .length,
    isPending: log.some(({ status }) => status === 'pending'),
    monthToDateCharge: ofMonth.reduce((sum, { terms }) => sum + (terms?.charge ?? 0), 0),
  }
}

const latest = (instants: readonly Date[]): Date | null =>
  instants.length === 0 ? null : new Date(Math.max(...instants.map((at) => at.getTime())))

/** Decides whether a rule fires now. Returns the purchase terms or the reason for skipping. */
export function decide(
  catalog: Catalog,
  customer: Customer,
  wallet: Wallet,
  now: Date,
  asking: Attempt | null,
): PurchaseTerms | SkipReason {
  const { rule } = wallet
  if (!rule?.isEnabled || wallet.status !== 'active') return 'disabled'
  const terms = ruleTerms(catalog, wallet, rule)
  const log = runtimeOf(customer, wallet, now, asking)
  if (log.isPending) return 'already_pending'
  const since = (at: Date): number => now.getTime() - at.getTime()
  if (log.fires.filter((at) => since(at) < BURST_MS).length >= FIRES_IN_BURST) return 'backoff'
  const rest = RESTS_MS[Math.min(log.consecutiveFailures, RESTS_MS.length) - 1] ?? 0
  if (log.lastFailedAt && since(log.lastFailedAt) < rest) return 'backoff'
  const { monthlyChargeLimit: limit } = rule
  if (limit !== null && log.monthToDateCharge + terms.charge > limit) return 'monthly_limit'
  const needsMethod = customer.collectionMethod === 'charge_automatically' && terms.charge > 0
  return needsMethod && !customer.money.defaultMethodId ? 'no_payment_method' : terms
}

function ruleTerms(
  catalog: Catalog,
  { creditCurrencyId }: Wallet,
  { amount, creditPackageId }: Rule,
): PurchaseTerms {
  const currency = catalog.creditCurrencies.find(({ id }) => id === creditCurrencyId)
  if (amount !== null && currency) return amountTerms(currency, amount)
  const found = catalog.creditPackages.find(({ id }) => id === creditPackageId)
  if (!found) throw new Error(`the catalog has no package ${creditPackageId}`)
  return packageTerms(found)
}

/** Terms for buying an amount of money. The wallet and the charge use the same minor units. */
export const amountTerms = (
  { name }: Pick<CreditCurrency, 'name'>,
  amount: number,
): PurchaseTerms => ({
  credits: parseAmount(amount),
  charge: amount,
  description: `Top-up of ${name}`,
  creditPackageId: null,
  expiresAfterDays: null,
  priority: null,
})

export const packageTerms = (creditPackage: CreditPackage): PurchaseTerms => ({
  credits: parseAmount(creditPackage.credits),
  charge: creditPackage.price,
  description: creditPackage.name,
  creditPackageId: creditPackage.id,
  expiresAfterDays: creditPackage.expiresAfterDays,
  priority: creditPackage.priority,
})
