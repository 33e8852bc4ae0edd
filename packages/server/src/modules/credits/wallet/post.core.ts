import {
  type Amount,
  add,
  compare,
  minAmount,
  parseAmount,
  subtract,
  toNearestNumber,
  ZERO,
} from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import { byConsumption } from './burnDown.core.ts'
import {
  AMOUNT_LIMIT,
  type Grant,
  type GrantTerms,
  type LedgerRow,
  NeedsWholeWallet,
  type Wallet,
} from './wallet.core.ts'

export interface Posting {
  readonly type: LedgerRow['type']
  readonly reason: LedgerRow['reason']
  readonly amount: Amount
  readonly at: Date
  readonly reservationId?: string | null | undefined
  readonly invoiceId?: string | null | undefined
  readonly featureId?: string | null | undefined
  readonly usageEventId?: string | null | undefined
  readonly metadata?: LedgerRow['metadata'] | undefined
}

/** The effect of a row on the balance. */
const deltaOf = ({ type, amount }: Posting): Amount => {
  switch (type) {
    case 'CREDIT':
    case 'RELEASE':
    case 'ADJUSTMENT':
      return amount
    case 'DEBIT':
    case 'HOLD':
    case 'EXPIRE':
      return subtract(ZERO, amount)
  }
}

/**
 * Writes one ledger row. This is the only function that changes a balance. It also changes the
 * grant, or the overdraft if there is no grant.
 */
export function post(wallet: Wallet, grant: Grant | null, posting: Posting): void {
  const { type, reason, amount, at } = posting
  const delta = deltaOf(posting)
  const balanceBefore = wallet.balance
  wallet.balance = add(balanceBefore, delta)
  wallet.lastSeq += 1
  markChanged(wallet, at)
  if (grant) {
    grant.remaining = add(grant.remaining, delta)
    grant.isChanged = true
    if (type === 'EXPIRE') grant.expired = add(grant.expired, amount)
  } else {
    wallet.overdraft = subtract(wallet.overdraft, delta)
  }
  if (isConsumption(posting)) addConsumption(wallet, subtract(ZERO, delta), at)
  wallet.entries.push({
    seq: wallet.lastSeq,
    type,
    reason,
    amount,
    balanceBefore,
    balanceAfter: wallet.balance,
    grantId: grant === null ? null : grant.id,
    reservationId: posting.reservationId ?? null,
    invoiceId: posting.invoiceId ?? null,
    featureId: posting.featureId ?? null,
    usageEventId: posting.usageEventId ?? null,
    metadata: posting.metadata ?? null,
    createdAt: at,
  })
}

/** Usage counts as consumption. Its reversal reduces consumption. */
const isConsumption = ({ type, reason }: Posting): boolean =>
  type === 'DEBIT'
    ? reason === 'USAGE_DEDUCTION' || reason === 'RESERVATION_CAPTURE'
    : type === 'CREDIT' && reason === 'USAGE_REVERSAL'

function addConsumption(wallet: Wallet, consumed: Amount, at: Date): void {
  const day = utcDay(at)
  if (wallet.consumedOn !== day) {
    if (wallet.consumedOn !== null) {
      wallet.endedDays.push({ day: wallet.consumedOn, consumed: wallet.consumed })
    }
    wallet.consumedOn = day
    wallet.consumed = ZERO
  }
  // The sum is only used for charts, so it may be capped at the limit of the column.
  wallet.consumed = minAmount(
    add(wallet.consumed, consumed),
    subtract(AMOUNT_LIMIT, parseAmount(1)),
  )
}

/** Marks a wallet as changed even if no row was written. */
export function markChanged(wallet: Wallet, at: Date): void {
  wallet.updatedAt = at
  wallet.isChanged = true
}

/** Lowers the time before which nothing is due. */
export function lowerNextDue(wallet: Wallet, at: Date | null): void {
  if (at !== null && (wallet.nextDueAt === null || at < wallet.nextDueAt)) wallet.nextDueAt = at
}

/**
 * Inserts a grant in the order of consumption, which requires all spendable grants to be loaded.
 */
export function insertGrant(wallet: Wallet, grant: Grant): void {
  if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
  const at = wallet.grants.findIndex((other) => byConsumption(grant, other) < 0)
  wallet.grants.splice(at < 0 ? wallet.grants.length : at, 0, grant)
}

/** Emits an event if an operation used up all credits. */
export function addEventIfDepleted(wallet: Wallet, balanceBefore: Amount, at: Date): void {
  if (compare(balanceBefore, ZERO) > 0 && compare(wallet.balance, ZERO) <= 0) {
    addEvent(wallet, 'credits.depleted', {}, at)
  }
}

/**
 * Finds wallets whose balance has just fallen to their auto-top-up threshold, and emits
 * `credits.low` for each.
 */
export function findNewlyLow(wallets: readonly Wallet[]): Wallet[] {
  const low = wallets.filter(isNewlyLow)
  for (const wallet of low) {
    if (!wallet.topUpThreshold) continue
    const balance = toNearestNumber(wallet.balance)
    const threshold = toNearestNumber(wallet.topUpThreshold)
    addEvent(wallet, 'credits.low', { balance, threshold }, wallet.updatedAt)
  }
  return low
}

/** Frozen and closed wallets are not topped up. */
const isNewlyLow = ({ status, topUpThreshold, storedBalance, balance }: Wallet): boolean =>
  topUpThreshold !== null &&
  status === 'active' &&
  compare(storedBalance, topUpThreshold) > 0 &&
  compare(balance, topUpThreshold) <= 0

export function addEvent(
  wallet: Wallet,
  type: string,
  data: Readonly<Record<string, unknown>>,
  createdAt: Date,
): void {
  const { customerId, id: creditAccountId, creditCurrencyId } = wallet
  wallet.events.push({
    type,
    data: { customerId, creditAccountId, creditCurrencyId, ...data },
    createdAt,
  })
}

export type NewGrant = Pick<GrantTerms, 'reason' | 'amount'> &
  Partial<GrantTerms> & { readonly priority: number; readonly expiresAt: Date | null }

/** Adds an empty grant. The caller posts the row that fills it. */
export function addGrant(
  wallet: Wallet,
  { priority, expiresAt, ...terms }: NewGrant,
  at: Date,
): Grant {
  const grant: Grant = {
    id: newIdInBucket('creditGrant', wallet.bucket),
    priority,
    expiresAt,
    createdAt: at,
    remaining: ZERO,
    expired: ZERO,
    voidedAt: null,
    terms: {
      subscriptionId: null,
      planId: null,
      ruleKey: null,
      periodKey: null,
      creditPackageId: null,
      sourceInvoiceId: null,
      topUpAttemptId: null,
      description: null,
      metadata: {},
      ...terms,
    },
    isChanged: true,
  }
  insertGrant(wallet, grant)
  lowerNextDue(wallet, expiresAt)
  return grant
}
