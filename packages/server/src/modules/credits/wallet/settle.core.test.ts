import { describe, expect, it } from 'vitest'
import { hold } from '../reservations/reservations.core.ts'
import {
  after,
  emptyWallet,
  expectConsistent,
  give,
  holding,
  rowsOf,
  START,
} from '../testing/walletBench.ts'
import { settle } from './settle.core.ts'

describe('settling', () => {
  it('processes everything in the order in which it fell due, reservations before grants', () => {
    const wallet = emptyWallet()
    give(wallet, 5, { expiresAt: after(20) })
    hold(wallet, holding(2, 'block', 20), START)
    give(wallet, 3, { expiresAt: after(10), priority: 900 })
    const before = wallet.entries.length
    settle(wallet, after(30))
    expect(rowsOf(wallet, before)).toEqual([
      'EXPIRE EXPIRATION 3 #2',
      'RELEASE RESERVATION_RELEASE 2 #1',
      'EXPIRE EXPIRATION 2 #1',
      'EXPIRE EXPIRATION 3 #1',
    ])
    expect(wallet.entries.at(-1)?.createdAt).toEqual(after(30))
    expect(wallet.nextDueAt).toBeNull()
    expectConsistent(wallet)
  })

  it('takes even the smallest part of a credit', () => {
    const wallet = emptyWallet()
    give(wallet, 1e-9, { expiresAt: after(20) })
    settle(wallet, after(20))
    expect(rowsOf(wallet).at(-1)).toBe('EXPIRE EXPIRATION 0.000000001 #1')
    expect(wallet.nextDueAt).toBeNull()
    expectConsistent(wallet)
  })

  it('does nothing before anything is due, and processes each expiry once', () => {
    const wallet = emptyWallet()
    give(wallet, 5, { expiresAt: after(20) })
    give(wallet, 5, { expiresAt: after(40) })
    expect(settle(wallet, after(19.999))).toEqual(after(19.999))
    expect(wallet.entries).toHaveLength(2)
    settle(wallet, after(20))
    settle(wallet, after(20))
    expect(wallet.entries).toHaveLength(3)
    expect(wallet.nextDueAt).toEqual(after(40))
    expectConsistent(wallet)
  })
})
