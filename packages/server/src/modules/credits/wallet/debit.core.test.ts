import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  credits,
  debitRequest,
  emptyWallet,
  expectConsistent,
  giveCredits,
  remainingOf,
  rowsOf,
  START,
  secondsAfterStart,
} from '../testing/walletBench.ts'
import { type Deduction, debit, reverseDeductions } from './debit.core.ts'
import { settle } from './settle.core.ts'
import { AMOUNT_LIMIT, NeedsWholeWallet, type Wallet } from './wallet.core.ts'

let wallet: Wallet
beforeEach(() => {
  wallet = emptyWallet()
})
afterEach(() => expectConsistent(wallet))

describe('a debit', () => {
  it('consumes by priority, then oldest first, with one row per grant', () => {
    giveCredits(wallet, 5)
    giveCredits(wallet, 5, {}, secondsAfterStart(1))
    giveCredits(wallet, 5, { priority: 1 }, secondsAfterStart(2))
    expect(debit(wallet, debitRequest(12, 'block', secondsAfterStart(3)))).toEqual({
      taken: credits(12),
      uncovered: credits(0),
    })
    expect(rowsOf(wallet, 3)).toEqual([
      'DEBIT USAGE_DEDUCTION 5 #3',
      'DEBIT USAGE_DEDUCTION 5 #1',
      'DEBIT USAGE_DEDUCTION 2 #2',
    ])
    expect(wallet.entries.at(-1)).toMatchObject({ featureId: 'feat', usageEventId: 'evt' })
  })

  it('writes no row for zero', () => {
    expect(debit(wallet, debitRequest(0))).toEqual({ taken: credits(0), uncovered: credits(0) })
    expect(wallet.isChanged).toBe(false)
  })

  it.each([
    ['block', 'insufficient', [], '5', '0'],
    [
      'overdraft',
      { taken: credits(8), uncovered: credits(0) },
      ['DEBIT USAGE_DEDUCTION 5 #1', 'DEBIT USAGE_DEDUCTION 3 overdraft'],
      '0',
      '3',
    ],
    [
      'invoice',
      { taken: credits(5), uncovered: credits(3) },
      ['DEBIT USAGE_DEDUCTION 5 #1'],
      '0',
      '0',
    ],
  ] as const)(
    'follows the exhaustion rule "%s" if grants do not cover it',
    (rule, outcome, rows, left, owed) => {
      giveCredits(wallet, 5)
      expect(debit(wallet, debitRequest(8, rule))).toEqual(outcome)
      expect(rowsOf(wallet, 1)).toEqual(rows)
      expect(remainingOf(wallet)).toEqual([left])
      expect(wallet.overdraft).toEqual(credits(owed))
    },
  )

  it('is rejected on a frozen or closed wallet', () => {
    for (const status of ['frozen', 'closed'] as const) {
      expect(debit({ ...emptyWallet(), status }, debitRequest(1, 'overdraft'))).toBe('frozen')
    }
  })

  it('takes nothing from a grant as soon as it expires', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) })
    expect(debit(wallet, debitRequest(1, 'block', secondsAfterStart(9.999)))).toMatchObject({
      taken: credits(1),
    })
    expect(debit(wallet, debitRequest(1, 'block', secondsAfterStart(10)))).toBe('insufficient')
    expect(rowsOf(wallet, 2)).toEqual(['EXPIRE EXPIRATION 4 #1'])
  })

  it('emits an event once when the credits are used up', () => {
    giveCredits(wallet, 5)
    debit(wallet, debitRequest(4))
    expect(wallet.events.map(({ type }) => type)).toEqual(['credits.granted'])
    debit(wallet, debitRequest(3, 'overdraft'))
    debit(wallet, debitRequest(3, 'overdraft'))
    expect(wallet.events.map(({ type }) => type)).toEqual(['credits.granted', 'credits.depleted'])
  })

  it('sums up consumption by day', () => {
    giveCredits(wallet, 10)
    debit(wallet, debitRequest(1))
    debit(wallet, debitRequest(2))
    expect([wallet.consumedOn, wallet.consumed]).toEqual(['2026-01-15', credits(3)])
    debit(wallet, debitRequest(4, 'block', secondsAfterStart(24 * 3600)))
    expect(wallet.endedDays).toEqual([{ day: '2026-01-15', consumed: credits(3) }])
    expect([wallet.consumedOn, wallet.consumed]).toEqual(['2026-01-16', credits(4)])
  })

  it('never moves a wallet back in time', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) }, secondsAfterStart(9))
    giveCredits(wallet, 5, {}, secondsAfterStart(11))
    debit(wallet, debitRequest(1, 'block', START))
    expect(wallet.entries.at(-1)).toMatchObject({ createdAt: secondsAfterStart(11) })
    expect(remainingOf(wallet)).toEqual(['0', '4'])
  })

  it('never overdraws beyond the limit of the column', () => {
    expect(debit(wallet, { ...debitRequest(1, 'overdraft'), amount: AMOUNT_LIMIT })).toBe(
      'insufficient',
    )
  })
})

describe('a partly loaded wallet', () => {
  it('throws if the loaded grants do not suffice but others exist', () => {
    giveCredits(wallet, 5)
    giveCredits(wallet, 5)
    const part = { ...wallet, grants: wallet.grants.slice(0, 1), hasAllGrants: false }
    expect(debit(part, debitRequest(5))).toMatchObject({ taken: credits(5) })
    expect(() => debit(part, debitRequest(1))).toThrow(NeedsWholeWallet)
    expect(debit(part, debitRequest(6))).toBe('insufficient')
    wallet = emptyWallet()
  })

  it('throws if something is due', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) })
    const part = { ...wallet, isWhole: false }
    expect(() => debit(part, debitRequest(1, 'block', secondsAfterStart(10)))).toThrow(
      NeedsWholeWallet,
    )
  })
})

const deductionsOf = (wallet: Wallet): Deduction[] =>
  wallet.entries.filter(({ reason }) => reason === 'USAGE_DEDUCTION')

describe('a reversal', () => {
  it('returns credits to their grants, and overdrawn credits to the overdraft', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5)
    giveCredits(wallet, 5, { priority: 200, expiresAt: secondsAfterStart(10) })
    debit(wallet, debitRequest(13, 'overdraft'))
    const rows = wallet.entries.length
    const outcome = reverseDeductions(wallet, deductionsOf(wallet), 'evt', secondsAfterStart(10))
    expect(outcome).toEqual({ returned: credits(13) })
    expect(rowsOf(wallet, rows)).toEqual([
      'CREDIT USAGE_REVERSAL 5 #1',
      'CREDIT USAGE_REVERSAL 5 #2',
      'EXPIRE EXPIRATION 5 #2',
      'CREDIT USAGE_REVERSAL 3 overdraft',
    ])
    expect(wallet.entries[rows]).toMatchObject({ featureId: 'feat', usageEventId: 'evt' })
    expect(remainingOf(wallet)).toEqual(['5', '0'])
    expect(wallet.consumed).toEqual(credits(0))
    expectConsistent(wallet)
  })

  it('returns credits to an emptied grant, where they expire on time', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(100) })
    giveCredits(wallet, 1, { priority: 200, expiresAt: secondsAfterStart(10) })
    debit(wallet, debitRequest(5))
    settle(wallet, secondsAfterStart(10))
    expect(wallet.nextDueAt).toBeNull()
    reverseDeductions(wallet, deductionsOf(wallet), 'evt', secondsAfterStart(20))
    expect(wallet.nextDueAt).toEqual(secondsAfterStart(100))
    settle(wallet, secondsAfterStart(100))
    expect(rowsOf(wallet).at(-1)).toBe('EXPIRE EXPIRATION 5 #1')
    expect(wallet.balance).toEqual(credits(0))
    expectConsistent(wallet)
  })

  it('creates a grant without expiry if the overdraft was repaid in the meantime', () => {
    const wallet = emptyWallet()
    debit(wallet, debitRequest(5, 'overdraft'))
    giveCredits(wallet, 3)
    reverseDeductions(wallet, deductionsOf(wallet), 'evt', START)
    expect(rowsOf(wallet, 4)).toEqual([
      'CREDIT USAGE_REVERSAL 2 overdraft',
      'CREDIT USAGE_REVERSAL 3 #2',
    ])
    expect(wallet.grants.at(-1)).toMatchObject({ expiresAt: null, priority: 100 })
    expectConsistent(wallet)
  })

  it('is refused if the wallet would exceed its limit', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5)
    debit(wallet, debitRequest(5))
    giveCredits(wallet, 10 ** 15 - 5)
    const deductions = deductionsOf(wallet)
    expect(() => reverseDeductions(wallet, deductions, 'evt', START)).toThrow('less than 10^15')
    expect(wallet.entries).toHaveLength(3)
  })

  it('works on a frozen wallet but not on a closed one', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5)
    debit(wallet, debitRequest(5))
    const deductions = deductionsOf(wallet)
    expect(reverseDeductions({ ...wallet, status: 'closed' }, deductions, 'evt', START)).toBe(
      'closed',
    )
    expect(reverseDeductions({ ...wallet, status: 'frozen' }, deductions, 'evt', START)).toEqual({
      returned: credits(5),
    })
  })
})
