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
  after,
  credits,
  emptyWallet,
  expectSound,
  give,
  holding,
  remainingOf,
  rowsOf,
  START,
  use,
} from '../testing/walletBench.ts'
import { debit } from '../wallet/debit.core.ts'
import { NeedsWholeWallet, type Wallet } from '../wallet/wallet.core.ts'
import { adjust, creditsForShare, grant, voidRemaining } from './grants.core.ts'

let wallet: Wallet
beforeEach(() => {
  wallet = emptyWallet()
})
afterEach(() => expectSound(wallet))

describe('a grant', () => {
  it('repays the overdraft first', () => {
    debit(wallet, use(3, 'overdraft'))
    give(wallet, 5)
    expect(rowsOf(wallet, 1)).toEqual([
      'CREDIT GRANT 5 #1',
      'DEBIT OVERDRAFT_REPAYMENT 3 #1',
      'CREDIT OVERDRAFT_REPAYMENT 3 overdraft',
    ])
    expect(wallet.balance).toEqual(credits(2))
    debit(wallet, use(10, 'overdraft'))
    give(wallet, 5)
    expect([wallet.balance, wallet.overdraft]).toEqual([credits(-3), credits(3)])
  })

  it('goes into a frozen wallet but not into a closed one', () => {
    const given = { reason: 'GRANT', amount: credits(1), priority: 1, expiresAt: null } as const
    expect(grant({ ...emptyWallet(), status: 'frozen' }, given, START)).toMatchObject({
      remaining: credits(1),
    })
    expect(grant({ ...emptyWallet(), status: 'closed' }, given, START)).toBe('closed')
  })

  it('must leave the wallet with less than 10^15, what is held included', () => {
    give(wallet, 999_999_999_999_999)
    hold(wallet, holding(999_999_999_999_999), START)
    expect(() => give(wallet, 1)).toThrow('less than 10^15')
  })

  it('can be placed only among all that have something left', () => {
    const part = { ...wallet, hasAllGrants: false }
    expect(() => give(part, 1)).toThrow(NeedsWholeWallet)
  })

  it('is told of, and watched for its expiry', () => {
    give(wallet, 5, { expiresAt: after(20) })
    give(wallet, 5, { expiresAt: after(10) })
    expect(wallet.nextDueAt).toEqual(after(10))
    expect(wallet.messages[0]).toMatchObject({
      type: 'credits.granted',
      data: { customerId: 'cus', creditAccountId: wallet.id, amount: 5, reason: 'GRANT' },
    })
  })
})

describe('a void', () => {
  it('takes back what remains', () => {
    const { id } = give(wallet, 5)
    debit(wallet, use(2))
    expect(voidRemaining(wallet, id, after(1))).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual(['DEBIT VOID 3 #1'])
    expect(wallet.grants[0]?.voidedAt).toEqual(after(1))
    expect(wallet.messages.at(-1)?.type).toBe('credits.depleted')
    expect(voidRemaining(wallet, id, after(1))).toBe('ended')
  })

  it('leaves what is held, and takes it when it comes back', () => {
    const { id } = give(wallet, 5)
    const reservation = hold(wallet, holding(5), START)
    expect(voidRemaining(wallet, id, START)).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual([])
    if (typeof reservation === 'string') throw new Error(reservation)
    release(wallet, reservation, START)
    expect(rowsOf(wallet, 2)).toEqual(['RELEASE RESERVATION_RELEASE 5 #1', 'DEBIT VOID 5 #1'])
    expect(wallet.balance).toEqual(credits(0))
  })

  it('is refused when nothing is left or the grant has expired, or on a frozen wallet', () => {
    const spent = give(wallet, 5)
    const expired = give(wallet, 5, { expiresAt: after(1) })
    debit(wallet, use(5))
    expect(voidRemaining(wallet, spent.id, START)).toBe('ended')
    expect(voidRemaining(wallet, expired.id, after(1))).toBe('ended')
    expect(voidRemaining({ ...wallet, status: 'frozen' }, spent.id, START)).toBe('frozen')
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

  it('upwards is a grant of its own and repays the overdraft', () => {
    debit(wallet, use(3, 'overdraft'))
    expect(adjust(wallet, correction(5))).toBe('done')
    expect(rowsOf(wallet, 1)).toEqual([
      'ADJUSTMENT MANUAL_ADJUSTMENT 5 #1',
      'DEBIT OVERDRAFT_REPAYMENT 3 #1',
      'CREDIT OVERDRAFT_REPAYMENT 3 overdraft',
    ])
    expect(wallet.entries[1]?.metadata).toEqual({ source: 'adjustment' })
  })

  it('downwards takes what grants cover, all or nothing', () => {
    give(wallet, 5)
    give(wallet, 5)
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

/** Credits with up to nine decimal places, and a price cut into the parts in which it is refunded. */
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

describe('the credits that parts of a price stand for', () => {
  it('are all of them when the parts make up the price, in whatever parts', () => {
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

  it('are in proportion, to the last decimal place', () => {
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
