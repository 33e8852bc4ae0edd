import { describe, expect, it } from 'vitest'
import { hold } from '../reservations/reservations.core.ts'
import {
  emptyWallet,
  expectConsistent,
  giveCredits,
  holdRequest,
  rowsOf,
  START,
  secondsAfterStart,
} from '../testing/walletBench.ts'
import { settle } from './settle.core.ts'

describe('settling', () => {
  it('processes everything in the order of expiry, reservations before grants', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(20) })
    hold(wallet, holdRequest(2, 'block', 20), START)
    giveCredits(wallet, 3, { expiresAt: secondsAfterStart(10), priority: 900 })
    const before = wallet.entries.length
    settle(wallet, secondsAfterStart(30))
    expect(rowsOf(wallet, before)).toEqual([
      'EXPIRE EXPIRATION 3 #2',
      'RELEASE RESERVATION_RELEASE 2 #1',
      'EXPIRE EXPIRATION 2 #1',
      'EXPIRE EXPIRATION 3 #1',
    ])
    expect(wallet.entries.at(-1)?.createdAt).toEqual(secondsAfterStart(30))
    expect(wallet.nextDueAt).toBeNull()
    expectConsistent(wallet)
  })

  it('takes even the smallest part of a credit', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 1e-9, { expiresAt: secondsAfterStart(20) })
    settle(wallet, secondsAfterStart(20))
    expect(rowsOf(wallet).at(-1)).toBe('EXPIRE EXPIRATION 0.000000001 #1')
    expect(wallet.nextDueAt).toBeNull()
    expectConsistent(wallet)
  })

  it('does nothing before anything is due, and processes each expiry once', () => {
    const wallet = emptyWallet()
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(20) })
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(40) })
    expect(settle(wallet, secondsAfterStart(19.999))).toEqual(secondsAfterStart(19.999))
    expect(wallet.entries).toHaveLength(2)
    settle(wallet, secondsAfterStart(20))
    settle(wallet, secondsAfterStart(20))
    expect(wallet.entries).toHaveLength(3)
    expect(wallet.nextDueAt).toEqual(secondsAfterStart(40))
    expectConsistent(wallet)
  })
})
