import {
  type Amount,
  add,
  compare,
  isZero,
  minAmount,
  subtract,
  sum,
  ZERO,
} from '../../../src/kernel/amount.ts'
import {
  type Customer,
  type Exhaustion,
  type Grant,
  type LedgerRow,
  type Message,
  nextId,
  type Reservation,
  type Wallet,
} from '../state.ts'

const GIVES = new Set<LedgerRow['type']>(['CREDIT', 'RELEASE', 'ADJUSTMENT'])
const CONSUMES = new Set(['USAGE_DEDUCTION', 'RESERVATION_CAPTURE'])

export const negate = (amount: Amount): Amount => subtract(ZERO, amount)
export const isPositive = (amount: Amount): boolean => compare(amount, ZERO) > 0
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const balanceOf = (wallet: Wallet): Amount =>
  subtract(sum(wallet.grants.map(({ remaining }) => remaining)), wallet.overdraft)

export const heldIn = ({ parts }: Reservation): Amount => sum(parts.map(({ amount }) => amount))

export const heldOf = (wallet: Wallet): Amount => sum(wallet.reservations.map(heldIn))

/** The amount of one grant that reservations still hold. */
export const heldOfGrant = (wallet: Wallet, grantId: string): Amount =>
  sum(
    wallet.reservations
      .flatMap(({ parts }) => parts)
      .filter((part) => part.grantId === grantId)
      .map(({ amount }) => amount),
  )

/** Returns the wallet of a currency and creates it on first use. */
export function openWallet(customer: Customer, creditCurrencyId: string): Wallet {
  const existing = customer.wallets.get(creditCurrencyId)
  if (existing) return existing
  const wallet: Wallet = {
    id: nextId(customer, 'wallet'),
    creditCurrencyId,
    status: 'active',
    overdraft: ZERO,
    grants: [],
    reservations: [],
    ledger: [],
    consumed: new Map(),
    messages: [],
    rule: null,
    storedBalance: ZERO,
  }
  customer.wallets.set(creditCurrencyId, wallet)
  return wallet
}

/** The time, reason and references that every ledger row of one operation shares. */
export interface Cause {
  readonly now: Date
  readonly reason: string
  readonly reservationId?: string | null
  readonly featureId?: string | null
  readonly usageEventId?: string | null
  readonly invoiceId?: string | null
}

/** Moves credits of a grant and writes the ledger row. Without a grant it moves the overdraft. */
export function moveCredits(
  wallet: Wallet,
  type: LedgerRow['type'],
  grant: Grant | null,
  amount: Amount,
  cause: Cause,
): void {
  if (isZero(amount)) return
  const delta = GIVES.has(type) ? amount : negate(amount)
  const balanceBefore = balanceOf(wallet)
  if (grant) grant.remaining = add(grant.remaining, delta)
  else wallet.overdraft = subtract(wallet.overdraft, delta)
  wallet.ledger = [
    ...wallet.ledger,
    {
      type,
      reason: cause.reason,
      amount,
      balanceBefore,
      balanceAfter: add(balanceBefore, delta),
      grantId: grant?.id ?? null,
      reservationId: cause.reservationId ?? null,
      featureId: cause.featureId ?? null,
      usageEventId: cause.usageEventId ?? null,
      invoiceId: cause.invoiceId ?? null,
      createdAt: cause.now,
    },
  ]
  const spends = type === 'DEBIT' && CONSUMES.has(cause.reason)
  const givesBack = type === 'CREDIT' && cause.reason === 'USAGE_REVERSAL'
  if (spends || givesBack) {
    const day = dayOf(cause.now)
    wallet.consumed.set(day, subtract(wallet.consumed.get(day) ?? ZERO, delta))
  }
}

export const emitWalletMessage = (wallet: Wallet, message: Message): void => {
  wallet.messages = [...wallet.messages, message]
}

/** Emits a message if a debit or hold has used up the balance. */
export const emitIfDepleted = (wallet: Wallet, before: Amount): void => {
  if (isPositive(before) && !isPositive(balanceOf(wallet)))
    emitWalletMessage(wallet, 'credits.depleted')
}

export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now

export function grantById(wallet: Wallet, id: string): Grant {
  const grant = wallet.grants.find((candidate) => candidate.id === id)
  if (!grant) throw new Error(`no ${id} in ${wallet.id}`)
  return grant
}

/** The grants are stored oldest first, and sorting is stable, so sorting by priority is enough. */
const inOrderOfConsumption = (wallet: Wallet, now: Date): Grant[] =>
  wallet.grants
    .filter((grant) => isPositive(grant.remaining) && !grant.voidedAt && !isExpired(grant, now))
    .toSorted((a, b) => a.priority - b.priority)

/** Active grants in the order in which they are spent. */
export const spendableGrants = inOrderOfConsumption

/** The first instant at which a grant or reservation expires. */
export function nextDueAt(wallet: Wallet): Date | null {
  const instants = [
    ...wallet.grants.filter(({ remaining, voidedAt }) => isPositive(remaining) && !voidedAt),
    ...wallet.reservations.filter(({ status }) => status === 'held'),
  ].flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  return instants.length > 0 ? new Date(Math.min(...instants)) : null
}

/** Expires overdue reservations and grants in the order of expiry, reservations first. */
export function settle(wallet: Wallet, now: Date): void {
  const reservations = wallet.reservations
    .filter((reservation) => reservation.status === 'held' && isExpired(reservation, now))
    .map((reservation) => ({
      at: reservation.expiresAt.getTime(),
      run: () => {
        releaseParts(wallet, reservation, 'expired', now)
        emitWalletMessage(wallet, 'reservation.expired')
      },
    }))
  const grants = wallet.grants
    .filter((grant) => isPositive(grant.remaining) && !grant.voidedAt && isExpired(grant, now))
    .map((grant) => ({
      at: grant.expiresAt?.getTime() ?? 0,
      run: () => expire(wallet, grant, grant.remaining, now),
    }))
  for (const { run } of [...reservations, ...grants].toSorted((a, b) => a.at - b.at)) run()
}

function expire(wallet: Wallet, grant: Grant, amount: Amount, now: Date): void {
  moveCredits(wallet, 'EXPIRE', grant, amount, { now, reason: 'EXPIRATION' })
  grant.expired = add(grant.expired, amount)
  emitWalletMessage(wallet, 'credits.expired')
}

const PRIORITY = 100

/**
 * Returns credits to the grant they came from. A grant that has ended since then loses them
 * immediately. Credits that came from the overdraft reduce it; any amount beyond the overdraft
 * becomes a new grant.
 */
export function returnCredits(
  wallet: Wallet,
  grantId: string | null,
  amount: Amount,
  type: 'CREDIT' | 'RELEASE',
  cause: Cause,
): void {
  const { now, reason } = cause
  if (grantId === null) {
    const repayment = minAmount(wallet.overdraft, amount)
    moveCredits(wallet, type, null, repayment, cause)
    const rest = subtract(amount, repayment)
    const terms = { reason, amount: rest, priority: PRIORITY, expiresAt: null }
    if (isPositive(rest)) addGrant(wallet, terms, type, cause)
    return
  }
  const grant = grantById(wallet, grantId)
  moveCredits(wallet, type, grant, amount, cause)
  if (grant.voidedAt) moveCredits(wallet, 'DEBIT', grant, amount, { now, reason: 'VOID' })
  else if (isExpired(grant, now)) expire(wallet, grant, amount, now)
}

/** Releases everything that a reservation still holds. */
export function releaseParts(
  wallet: Wallet,
  reservation: Reservation,
  status: 'captured' | 'released' | 'expired',
  now: Date,
): void {
  const { parts, id: reservationId } = reservation
  reservation.parts = []
  reservation.status = status
  const cause = { now, reason: 'RESERVATION_RELEASE', reservationId }
  for (const { grantId, amount } of parts) returnCredits(wallet, grantId, amount, 'RELEASE', cause)
}

export interface NewGrant {
  readonly reason: string
  readonly amount: Amount
  readonly priority: number
  readonly expiresAt: Date | null
  readonly subscriptionId?: string
  readonly planId?: string
  readonly creditPackageId?: string | null
  readonly attemptId?: string
  readonly ruleKey?: string
  readonly periodKey?: string
  readonly description?: string | null
  readonly metadata?: Grant['metadata']
}

/** Adds a grant, which first repays the overdraft. */
export function giveGrant(
  wallet: Wallet,
  terms: NewGrant,
  now: Date,
  type: 'CREDIT' | 'ADJUSTMENT' = 'CREDIT',
): Grant {
  const grant = addGrant(wallet, terms, type, { now, reason: terms.reason })
  const repaid = minAmount(wallet.overdraft, terms.amount)
  const repayment = { now, reason: 'OVERDRAFT_REPAYMENT' }
  moveCredits(wallet, 'DEBIT', grant, repaid, repayment)
  moveCredits(wallet, 'CREDIT', null, repaid, repayment)
  emitWalletMessage(wallet, 'credits.granted')
  return grant
}

function addGrant(wallet: Wallet, terms: NewGrant, type: LedgerRow['type'], cause: Cause): Grant {
  const grant: Grant = {
    id: `~grant ${wallet.grants.length + 1} of ${wallet.id}`,
    subscriptionId: null,
    planId: null,
    creditPackageId: null,
    attemptId: null,
    ruleKey: null,
    periodKey: null,
    description: null,
    metadata: {},
    ...terms,
    createdAt: cause.now,
    remaining: ZERO,
    expired: ZERO,
    voidedAt: null,
  }
  wallet.grants.push(grant)
  moveCredits(wallet, type, grant, terms.amount, cause)
  return grant
}

/**
 * The amounts that were taken from each grant, and the amount that was not covered. An amount
 * without a grant comes from the overdraft.
 */
export interface TakenCredits {
  readonly parts: { readonly grantId: string | null; readonly amount: Amount }[]
  readonly taken: Amount
  readonly uncovered: Amount
}

/**
 * Takes credits in the order of consumption. Returns null if the rule is all or nothing and the
 * balance is too low.
 */
export function take(
  wallet: Wallet,
  amount: Amount,
  rule: Exhaustion,
  type: 'DEBIT' | 'HOLD' | 'ADJUSTMENT',
  cause: Cause,
): TakenCredits | null {
  const grants = inOrderOfConsumption(wallet, cause.now)
  const available = sum(grants.map(({ remaining }) => remaining))
  if (rule === 'block' && compare(available, amount) < 0) return null
  const parts: { grantId: string | null; amount: Amount }[] = []
  const before = balanceOf(wallet)
  let rest = amount
  const takeFrom = (grant: Grant | null, part: Amount): void => {
    if (isZero(part)) return
    moveCredits(wallet, type, grant, type === 'ADJUSTMENT' ? negate(part) : part, cause)
    parts.push({ grantId: grant?.id ?? null, amount: part })
    rest = subtract(rest, part)
  }
  for (const grant of grants) takeFrom(grant, minAmount(grant.remaining, rest))
  if (rule === 'overdraft') takeFrom(null, rest)
  if (type !== 'ADJUSTMENT') emitIfDepleted(wallet, before)
  return { parts, taken: subtract(amount, rest), uncovered: rest }
}
