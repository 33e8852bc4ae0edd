import {
  type Amount,
  add,
  compare,
  least,
  parseAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import {
  byConsumption,
  type Entry,
  type Grant,
  type GrantTerms,
  LIMIT,
  NeedsWholeWallet,
  type Wallet,
} from './wallet.core.ts'

export interface Posting {
  readonly type: Entry['type']
  readonly reason: Entry['reason']
  readonly amount: Amount
  readonly at: Date
  readonly reservationId?: string | null | undefined
  readonly invoiceId?: string | null | undefined
  readonly featureId?: string | null | undefined
  readonly usageEventId?: string | null | undefined
  readonly metadata?: Entry['metadata'] | undefined
}

/** How a row moves the balance. */
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
 * Writes one row: the only way in which a balance moves. It moves one grant with it, or, without a
 * grant, the overdraft.
 */
export function post(wallet: Wallet, grant: Grant | null, posting: Posting): void {
  const { type, reason, amount, at } = posting
  const delta = deltaOf(posting)
  const balanceBefore = wallet.balance
  wallet.balance = add(balanceBefore, delta)
  wallet.lastSeq += 1
  touch(wallet, at)
  if (grant) {
    grant.remaining = add(grant.remaining, delta)
    grant.isChanged = true
    if (type === 'EXPIRE') grant.expired = add(grant.expired, amount)
  } else {
    wallet.overdraft = subtract(wallet.overdraft, delta)
  }
  if (consumes(posting)) noteConsumption(wallet, subtract(ZERO, delta), at)
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

/** Use counts as consumption, and giving it back as so much less of it. */
const consumes = ({ type, reason }: Posting): boolean =>
  type === 'DEBIT'
    ? reason === 'USAGE_DEDUCTION' || reason === 'RESERVATION_CAPTURE'
    : type === 'CREDIT' && reason === 'USAGE_REVERSAL'

function noteConsumption(wallet: Wallet, consumed: Amount, at: Date): void {
  const day = utcDay(at)
  if (wallet.consumedOn !== day) {
    if (wallet.consumedOn !== null) {
      wallet.endedDays.push({ day: wallet.consumedOn, consumed: wallet.consumed })
    }
    wallet.consumedOn = day
    wallet.consumed = ZERO
  }
  // A day's sum is for a chart: it may be cut off where no column could hold it.
  wallet.consumed = least(add(wallet.consumed, consumed), subtract(LIMIT, parseAmount(1)))
}

/** Marks a wallet that is to be written although no row was. */
export function touch(wallet: Wallet, at: Date): void {
  wallet.updatedAt = at
  wallet.isChanged = true
}

/** Keeps the instant before which nothing runs out. */
export function fallsDue(wallet: Wallet, at: Date | null): void {
  if (at !== null && (wallet.nextDueAt === null || at < wallet.nextDueAt)) wallet.nextDueAt = at
}

/** Puts a grant where it will be consumed, which is only known among all that have something left. */
export function insertGrant(wallet: Wallet, grant: Grant): void {
  if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
  const at = wallet.grants.findIndex((other) => byConsumption(grant, other) < 0)
  wallet.grants.splice(at < 0 ? wallet.grants.length : at, 0, grant)
}

/** Tells the merchant of an operation that used up what there was. */
export function tellIfDepleted(wallet: Wallet, balanceBefore: Amount, at: Date): void {
  if (compare(balanceBefore, ZERO) > 0 && compare(wallet.balance, ZERO) <= 0) {
    tell(wallet, 'credits.depleted', {}, at)
  }
}

export function tell(
  wallet: Wallet,
  type: string,
  data: Readonly<Record<string, unknown>>,
  createdAt: Date,
): void {
  const { customerId, id: creditAccountId, creditCurrencyId } = wallet
  wallet.messages.push({
    type,
    data: { customerId, creditAccountId, creditCurrencyId, ...data },
    createdAt,
  })
}

export type NewGrant = Pick<GrantTerms, 'reason' | 'amount'> &
  Partial<GrantTerms> & { readonly priority: number; readonly expiresAt: Date | null }

/** A new grant that has nothing yet: the row that fills it is the caller's. */
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
  fallsDue(wallet, expiresAt)
  return grant
}
