import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
import { adjust } from './adjust.ts'
import { debit } from './debit.ts'
import { grant } from './grant.ts'
import { hold } from './hold.ts'
import { release } from './release.ts'
import { voidGrant } from './voidGrant.ts'
import { NeedsWholeWallet, type Wallet } from './wallet.ts'

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
    expect(voidGrant(wallet, id, after(1))).toBe('done')
    expect(rowsOf(wallet, 2)).toEqual(['DEBIT VOID 3 #1'])
    expect(wallet.grants[0]?.voidedAt).toEqual(after(1))
    expect(wallet.messages.at(-1)?.type).toBe('credits.depleted')
    expect(voidGrant(wallet, id, after(1))).toBe('ended')
  })

  it('leaves what is held, and takes it when it comes back', () => {
    const { id } = give(wallet, 5)
    const reservation = hold(wallet, holding(5), START)
    expect(voidGrant(wallet, id, START)).toBe('done')
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
    expect(voidGrant(wallet, spent.id, START)).toBe('ended')
    expect(voidGrant(wallet, expired.id, after(1))).toBe('ended')
    expect(voidGrant({ ...wallet, status: 'frozen' }, spent.id, START)).toBe('frozen')
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
