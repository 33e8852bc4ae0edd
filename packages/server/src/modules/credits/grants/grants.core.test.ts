import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Amount,
  compare,
  formatAmount,
  parseAmount,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import { hold, release } from '../reservations/reservations.core.ts'
import {
  credits,
  debitRequest,
  emptyWallet,
  expectConsistent,
  giveCredits,
  holdRequest,
  remainingOf,
  rowsOf,
  START,
  secondsAfterStart,
} from '../testing/walletBench.ts'
import { debit } from '../wallet/debit.core.ts'
import { NeedsWholeWallet, type Wallet } from '../wallet/wallet.core.ts'
import { adjust, creditsForShare, grant, takeUnspent, voidRemaining } from './grants.core.ts'

let wallet: Wallet
beforeEach(() => {
  wallet = emptyWallet()
})
afterEach(() => expectConsistent(wallet))

describe('a grant', () => {
  it('repays the overdraft first', () => {
    debit(wallet, debitRequest(3, 'overdraft'))
    giveCredits(wallet, 5)
    expect(rowsOf(wallet, 1)).toEqual([
      'CREDIT GRANT 5 #1',
      'DEBIT OVERDRAFT_REPAYMENT 3 #1',
      'CREDIT OVERDRAFT_REPAYMENT 3 overdraft',
    ])
    expect(wallet.balance).toEqual(credits(2))
    debit(wallet, debitRequest(10, 'overdraft'))
    giveCredits(wallet, 5)
    expect([wallet.balance, wallet.overdraft]).toEqual([credits(-3), credits(3)])
  })

  it('repays even the smallest overdraft', () => {
    debit(wallet, debitRequest(1e-9, 'overdraft'))
    giveCredits(wallet, 5)
    expect([wallet.balance, wallet.overdraft]).toEqual([credits('4.999999999'), credits(0)])
  })

  it('is accepted by a frozen wallet but not by a closed one', () => {
    const given = { reason: 'GRANT', amount: credits(1), priority: 1, expiresAt: null } as const
    expect(grant({ ...emptyWallet(), status: 'frozen' }, given, START)).toMatchObject({
      remaining: credits(1),
    })
    expect(grant({ ...emptyWallet(), status: 'closed' }, given, START)).toBe('closed')
  })

  it('must leave the wallet below 10^15, including held credits', () => {
    giveCredits(wallet, 999_999_999_999_999)
    hold(wallet, holdRequest(999_999_999_999_999), START)
    expect(() => giveCredits(wallet, 1)).toThrow('less than 10^15')
  })

  it('can only be inserted if all spendable grants are loaded', () => {
    const part = { ...wallet, hasAllGrants: false }
    expect(() => giveCredits(part, 1)).toThrow(NeedsWholeWallet)
  })

  it('emits an event and schedules its expiry', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(20) })
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) })
    expect(wallet.nextDueAt).toEqual(secondsAfterStart(10))
    expect(wallet.events[0]).toMatchObject({
      type: 'credits.granted',
      data: { customerId: 'cus', creditAccountId: wallet.id, amount: 5, reason: 'GRANT' },
    })
  })
})

describe('voiding a grant', () => {
  it('takes the remaining credits', () => {
    const { id } = giveCredits(wallet, 5)
    debit(wallet, debitRequest(2))
    expect(voidRemaining(wallet, id, secondsAfterStart(1))).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual(['DEBIT VOID 3 #1'])
    expect(wallet.grants[0]?.voidedAt).toEqual(secondsAfterStart(1))
    expect(wallet.events.at(-1)?.type).toBe('credits.depleted')
    expect(voidRemaining(wallet, id, secondsAfterStart(1))).toBe('ended')
  })

  it('leaves held credits, and takes them when they are released', () => {
    const { id } = giveCredits(wallet, 5)
    const reservation = hold(wallet, holdRequest(5), START)
    expect(voidRemaining(wallet, id, START)).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual([])
    if (typeof reservation === 'string') throw new Error(reservation)
    release(wallet, reservation, START)
    expect(rowsOf(wallet, 2)).toEqual(['RELEASE RESERVATION_RELEASE 5 #1', 'DEBIT VOID 5 #1'])
    expect(wallet.balance).toEqual(credits(0))
  })

  it('is rejected if nothing is left, if the grant has expired, or on a frozen wallet', () => {
    const spent = giveCredits(wallet, 5)
    const expired = giveCredits(wallet, 5, { expiresAt: secondsAfterStart(1) })
    debit(wallet, debitRequest(5))
    expect(voidRemaining(wallet, spent.id, START)).toBe('ended')
    expect(voidRemaining(wallet, expired.id, secondsAfterStart(1))).toBe('ended')
    expect(voidRemaining({ ...wallet, status: 'frozen' }, spent.id, START)).toBe('frozen')
  })
})

describe('taking unspent credits', () => {
  const depleted = () => wallet.events.filter(({ type }) => type === 'credits.depleted')

  it('takes at most the credits that are left and reports an emptied wallet', () => {
    const { id } = giveCredits(wallet, 5)
    debit(wallet, debitRequest(2))
    expect(takeUnspent(wallet, id, credits(1), START)).toEqual(credits(1))
    expect(depleted()).toEqual([])
    expect(takeUnspent(wallet, id, credits(9), START, 'VOID')).toEqual(credits(2))
    expect(rowsOf(wallet, 2)).toEqual(['DEBIT REFUND 1 #1', 'DEBIT VOID 2 #1'])
    expect(depleted()).toHaveLength(1)
    expect(takeUnspent(wallet, id, credits(1), START)).toEqual(credits(0))
    expect(wallet.entries).toHaveLength(4)
  })
})

describe('an adjustment', () => {
  const correction = (amount: number) => ({
    amount: credits(amount),
    priority: 100,
    description: null,
    metadata: { source: 'adjustment' },
    now: START,
  })

  it('adds a separate grant and repays the overdraft if it is positive', () => {
    debit(wallet, debitRequest(3, 'overdraft'))
    expect(adjust(wallet, correction(5))).toBe('done')
    expect(rowsOf(wallet, 1)).toEqual([
      'ADJUSTMENT MANUAL_ADJUSTMENT 5 #1',
      'DEBIT OVERDRAFT_REPAYMENT 3 #1',
      'CREDIT OVERDRAFT_REPAYMENT 3 overdraft',
    ])
    expect(wallet.entries[1]?.metadata).toEqual({ source: 'adjustment' })
  })

  it('takes the whole negative amount from grants, or nothing if they hold less', () => {
    giveCredits(wallet, 5)
    giveCredits(wallet, 5)
    expect(adjust(wallet, correction(-11))).toBe('insufficient')
    expect(adjust(wallet, correction(-7))).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual([
      'ADJUSTMENT MANUAL_ADJUSTMENT -5 #1',
      'ADJUSTMENT MANUAL_ADJUSTMENT -2 #2',
    ])
    expect(remainingOf(wallet)).toEqual(['0', '3'])
    expect(adjust({ ...wallet, status: 'frozen' }, correction(-1))).toBe('frozen')
    expect(adjust({ ...wallet, status: 'closed' }, correction(1))).toBe('closed')
  })
})

/** Credits with up to nine decimals, and a price split into partial refunds. */
const boughtCredits = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(
    ([whole, billionths]): Amount => parseAmount(`${whole}.${String(billionths).padStart(9, '0')}`),
  )
const parts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 })

const sharesOf = (of: Amount, refunds: readonly number[], paid: number): Amount[] => {
  let refundedBefore = 0
  return refunds.map((refunded) => {
    const share = creditsForShare(of, { paid, refundedBefore, refunded })
    refundedBefore += refunded
    return share
  })
}
const total = (refunds: readonly number[]) => refunds.reduce((a, b) => a + b, 0)

describe('credits for partial refunds', () => {
  it('add up to all credits if the parts add up to the price', () => {
    fc.assert(
      fc.property(boughtCredits, parts, (bought, refunds) => {
        const shares = sharesOf(bought, refunds, total(refunds))
        expect(formatAmount(sum(shares))).toBe(formatAmount(bought))
      }),
    )
  })

  it('are never negative and never more than were bought', () => {
    fc.assert(
      fc.property(boughtCredits, parts, fc.nat(1_000_000), (bought, refunds, kept) => {
        const shares = sharesOf(bought, refunds, total(refunds) + kept)
        expect(shares.every((share) => compare(share, ZERO) >= 0)).toBe(true)
        expect(compare(sum(shares), bought)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('are proportional to the last decimal place', () => {
    const share = creditsForShare(parseAmount(500), { paid: 300, refundedBefore: 0, refunded: 100 })
    expect(formatAmount(share)).toBe('166.666666667')
    const rest = creditsForShare(parseAmount(500), {
      paid: 300,
      refundedBefore: 100,
      refunded: 200,
    })
    expect(formatAmount(rest)).toBe('333.333333333')
  })
})
