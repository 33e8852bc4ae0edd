import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  after,
  credits,
  emptyWallet,
  expectSound,
  give,
  remainingOf,
  rowsOf,
  START,
  use,
} from '../testing/walletBench.ts'
import { type Deduction, debit, reverse } from './debit.core.ts'
import { LIMIT, NeedsWholeWallet, type Wallet } from './wallet.core.ts'

let wallet: Wallet
beforeEach(() => {
  wallet = emptyWallet()
})
afterEach(() => expectSound(wallet))

describe('a debit', () => {
  it('consumes by priority, then oldest first, with one row for each grant', () => {
    give(wallet, 5)
    give(wallet, 5, {}, after(1))
    give(wallet, 5, { priority: 1 }, after(2))
    expect(debit(wallet, use(12, 'block', after(3)))).toEqual({
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

  it('of nothing leaves no row', () => {
    expect(debit(wallet, use(0))).toEqual({ taken: credits(0), uncovered: credits(0) })
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
  ] as const)('that grants do not cover, by the rule "%s"', (rule, outcome, rows, left, owed) => {
    give(wallet, 5)
    expect(debit(wallet, use(8, rule))).toEqual(outcome)
    expect(rowsOf(wallet, 1)).toEqual(rows)
    expect(remainingOf(wallet)).toEqual([left])
    expect(wallet.overdraft).toEqual(credits(owed))
  })

  it('is refused on a wallet that is frozen or closed', () => {
    for (const status of ['frozen', 'closed'] as const) {
      expect(debit({ ...emptyWallet(), status }, use(1, 'overdraft'))).toBe('frozen')
    }
  })

  it('takes nothing from a grant from the very instant that it expires', () => {
    give(wallet, 5, { expiresAt: after(10) })
    expect(debit(wallet, use(1, 'block', after(9.999)))).toMatchObject({ taken: credits(1) })
    expect(debit(wallet, use(1, 'block', after(10)))).toBe('insufficient')
    expect(rowsOf(wallet, 2)).toEqual(['EXPIRE EXPIRATION 4 #1'])
  })

  it('tells when it used up what there was, once', () => {
    give(wallet, 5)
    debit(wallet, use(4))
    expect(wallet.messages.map(({ type }) => type)).toEqual(['credits.granted'])
    debit(wallet, use(3, 'overdraft'))
    debit(wallet, use(3, 'overdraft'))
    expect(wallet.messages.map(({ type }) => type)).toEqual(['credits.granted', 'credits.depleted'])
  })

  it('adds up what was consumed, day by day', () => {
    give(wallet, 10)
    debit(wallet, use(1))
    debit(wallet, use(2))
    expect([wallet.consumedOn, wallet.consumed]).toEqual(['2026-01-15', credits(3)])
    debit(wallet, use(4, 'block', after(24 * 3600)))
    expect(wallet.endedDays).toEqual([{ day: '2026-01-15', consumed: credits(3) }])
    expect([wallet.consumedOn, wallet.consumed]).toEqual(['2026-01-16', credits(4)])
  })

  it('does not go back in time with a clock that does', () => {
    give(wallet, 5, { expiresAt: after(10) }, after(9))
    give(wallet, 5, {}, after(11))
    debit(wallet, use(1, 'block', START))
    expect(wallet.entries.at(-1)).toMatchObject({ createdAt: after(11) })
    expect(remainingOf(wallet)).toEqual(['0', '4'])
  })

  it('never overdraws further than a column holds', () => {
    expect(debit(wallet, { ...use(1, 'overdraft'), amount: LIMIT })).toBe('insufficient')
  })
})

describe('a wallet of which not all is loaded', () => {
  it('says so when the loaded grants do not suffice although there are more', () => {
    give(wallet, 5)
    give(wallet, 5)
    const part = { ...wallet, grants: wallet.grants.slice(0, 1), hasAllGrants: false }
    expect(debit(part, use(5))).toMatchObject({ taken: credits(5) })
    expect(() => debit(part, use(1))).toThrow(NeedsWholeWallet)
    expect(debit(part, use(6))).toBe('insufficient')
    wallet = emptyWallet()
  })

  it('says so when something is due', () => {
    give(wallet, 5, { expiresAt: after(10) })
    const part = { ...wallet, isWhole: false }
    expect(() => debit(part, use(1, 'block', after(10)))).toThrow(NeedsWholeWallet)
  })
})

const deductionsOf = (wallet: Wallet): Deduction[] =>
  wallet.entries.filter(({ reason }) => reason === 'USAGE_DEDUCTION')

describe('a reversal', () => {
  it('gives credits back to the very grants, and what was overdrawn to the overdraft', () => {
    const wallet = emptyWallet()
    give(wallet, 5)
    give(wallet, 5, { priority: 200, expiresAt: after(10) })
    debit(wallet, use(13, 'overdraft'))
    const rows = wallet.entries.length
    const outcome = reverse(wallet, deductionsOf(wallet), 'evt', after(10))
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
    expectSound(wallet)
  })

  it('of an overdraft that was repaid meanwhile leaves a grant that never expires', () => {
    const wallet = emptyWallet()
    debit(wallet, use(5, 'overdraft'))
    give(wallet, 3)
    reverse(wallet, deductionsOf(wallet), 'evt', START)
    expect(rowsOf(wallet, 4)).toEqual([
      'CREDIT USAGE_REVERSAL 2 overdraft',
      'CREDIT USAGE_REVERSAL 3 #2',
    ])
    expect(wallet.grants.at(-1)).toMatchObject({ expiresAt: null, priority: 100 })
    expectSound(wallet)
  })

  it('reaches a frozen wallet but not a closed one', () => {
    const wallet = emptyWallet()
    give(wallet, 5)
    debit(wallet, use(5))
    const deductions = deductionsOf(wallet)
    expect(reverse({ ...wallet, status: 'closed' }, deductions, 'evt', START)).toBe('closed')
    expect(reverse({ ...wallet, status: 'frozen' }, deductions, 'evt', START)).toEqual({
      returned: credits(5),
    })
  })
})
