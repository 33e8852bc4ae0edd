import { describe, expect, it } from 'vitest'
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
import { debit } from './debit.ts'
import { type Deduction, reverse } from './reverse.ts'
import type { Wallet } from './wallet.ts'

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
