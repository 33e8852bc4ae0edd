import {
  type Amount,
  add,
  compare,
  isZero,
  least,
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

/** What reservations still hold of one grant. */
export const heldOfGrant = (wallet: Wallet, grantId: string): Amount =>
  sum(
    wallet.reservations
      .flatMap(({ parts }) => parts)
      .filter((part) => part.grantId === grantId)
      .map(({ amount }) => amount),
  )

/** The wallet of a currency, made on first use. */
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
    told: [],
    rule: null,
    storedBalance: ZERO,
  }
  customer.wallets.set(creditCurrencyId, wallet)
  return wallet
}

/** Who moves credits and when: what every row of an operation says. */
export interface Cause {
  readonly now: Date
  readonly reason: string
  readonly reservationId?: string | null
  readonly featureId?: string | null
  readonly usageEventId?: string | null
  readonly invoiceId?: string | null
}

/** Moves credits of one grant, or without a grant the overdraft, and writes the row that says so. */
export function move(
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

export const tell = (wallet: Wallet, message: Message): void => {
  wallet.told = [...wallet.told, message]
}

/** A debit or hold that leaves nothing of a balance is worth a word. */
export const tellIfDepleted = (wallet: Wallet, before: Amount): void => {
  if (isPositive(before) && !isPositive(balanceOf(wallet))) tell(wallet, 'credits.depleted')
}

export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now

export function grantById(wallet: Wallet, id: string): Grant {
  const grant = wallet.grants.find((candidate) => candidate.id === id)
  if (!grant) throw new Error(`no ${id} in ${wallet.id}`)
  return grant
}

/** Oldest first is the order of the list, so sorting by priority alone keeps it. */
const inOrderOfConsumption = (wallet: Wallet, now: Date): Grant[] =>
  wallet.grants
    .filter((grant) => isPositive(grant.remaining) && !grant.voidedAt && !isExpired(grant, now))
    .toSorted((a, b) => a.priority - b.priority)

/** Active grants in the order in which they will be spent. */
export const spendableGrants = inOrderOfConsumption

/** The first instant at which something runs out by itself. */
export function nextDueAt(wallet: Wallet): Date | null {
  const instants = [
    ...wallet.grants.filter(({ remaining, voidedAt }) => isPositive(remaining) && !voidedAt),
    ...wallet.reservations.filter(({ status }) => status === 'held'),
  ].flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  return instants.length > 0 ? new Date(Math.min(...instants)) : null
}

/** Handles whatever has run out, in the order in which it did; reservations before grants. */
export function settle(wallet: Wallet, now: Date): void {
  const reservations = wallet.reservations
    .filter((reservation) => reservation.status === 'held' && isExpired(reservation, now))
    .map((reservation) => ({
      at: reservation.expiresAt.getTime(),
      run: () => {
        releaseParts(wallet, reservation, 'expired', now)
        tell(wallet, 'reservation.expired')
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
  move(wallet, 'EXPIRE', grant, amount, { now, reason: 'EXPIRATION' })
  grant.expired = add(grant.expired, amount)
  tell(wallet, 'credits.expired')
}

const PRIORITY = 100

/**
 * Gives credits back to where they came from. A grant that has ended meanwhile loses them at once;
 * what was owed is owed no more, and what was repaid meanwhile becomes a grant.
 */
export function giveBack(
  wallet: Wallet,
  grantId: string | null,
  amount: Amount,
  type: 'CREDIT' | 'RELEASE',
  cause: Cause,
): void {
  const { now, reason } = cause
  if (grantId === null) {
    const owed = least(wallet.overdraft, amount)
    move(wallet, type, null, owed, cause)
    const rest = subtract(amount, owed)
    const given = { reason, amount: rest, priority: PRIORITY, expiresAt: null }
    if (isPositive(rest)) addGrant(wallet, given, type, cause)
    return
  }
  const grant = grantById(wallet, grantId)
  move(wallet, type, grant, amount, cause)
  if (grant.voidedAt) move(wallet, 'DEBIT', grant, amount, { now, reason: 'VOID' })
  else if (isExpired(grant, now)) expire(wallet, grant, amount, now)
}

/** Gives back all that a reservation still holds. */
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
  for (const { grantId, amount } of parts) giveBack(wallet, grantId, amount, 'RELEASE', cause)
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

/** Gives credits; whatever is overdrawn is repaid out of them. */
export function giveGrant(
  wallet: Wallet,
  given: NewGrant,
  now: Date,
  type: 'CREDIT' | 'ADJUSTMENT' = 'CREDIT',
): Grant {
  const grant = addGrant(wallet, given, type, { now, reason: given.reason })
  const repaid = least(wallet.overdraft, given.amount)
  const repayment = { now, reason: 'OVERDRAFT_REPAYMENT' }
  move(wallet, 'DEBIT', grant, repaid, repayment)
  move(wallet, 'CREDIT', null, repaid, repayment)
  tell(wallet, 'credits.granted')
  return grant
}

function addGrant(wallet: Wallet, given: NewGrant, type: LedgerRow['type'], cause: Cause): Grant {
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
    ...given,
    createdAt: cause.now,
    remaining: ZERO,
    expired: ZERO,
    voidedAt: null,
  }
  wallet.grants.push(grant)
  move(wallet, type, grant, given.amount, cause)
  return grant
}

/** What was taken of which grant (null: of the overdraft), and what could not be taken. */
export interface Taken {
  readonly parts: { readonly grantId: string | null; readonly amount: Amount }[]
  readonly taken: Amount
  readonly uncovered: Amount
}

/** Takes credits in the order of consumption; null when the rule is to take all or nothing. */
export function take(
  wallet: Wallet,
  amount: Amount,
  rule: Exhaustion,
  type: 'DEBIT' | 'HOLD' | 'ADJUSTMENT',
  cause: Cause,
): Taken | null {
  const grants = inOrderOfConsumption(wallet, cause.now)
  const available = sum(grants.map(({ remaining }) => remaining))
  if (rule === 'block' && compare(available, amount) < 0) return null
  const parts: { grantId: string | null; amount: Amount }[] = []
  const before = balanceOf(wallet)
  let rest = amount
  const takeFrom = (grant: Grant | null, part: Amount): void => {
    if (isZero(part)) return
    move(wallet, type, grant, type === 'ADJUSTMENT' ? negate(part) : part, cause)
    parts.push({ grantId: grant?.id ?? null, amount: part })
    rest = subtract(rest, part)
  }
  for (const grant of grants) takeFrom(grant, least(grant.remaining, rest))
  if (rule === 'overdraft') takeFrom(null, rest)
  if (type !== 'ADJUSTMENT') tellIfDepleted(wallet, before)
  return { parts, taken: subtract(amount, rest), uncovered: rest }
}
