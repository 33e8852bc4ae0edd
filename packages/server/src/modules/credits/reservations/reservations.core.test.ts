import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { voidRemaining } from '../grants/grants.core.ts'
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
import { settle } from '../wallet/settle.core.ts'
import type { Reservation, Wallet } from '../wallet/wallet.core.ts'
import { capture, extend, type HoldRequest, hold, release } from './reservations.core.ts'

let wallet: Wallet
beforeEach(() => {
  wallet = emptyWallet()
})
afterEach(() => expectConsistent(wallet))

function reserve(request: HoldRequest, now = START): Reservation {
  const reservation = hold(wallet, request, now)
  if (typeof reservation === 'string') throw new Error(reservation)
  return reservation
}
const all = (amount: number) => ({ amount: credits(amount), final: true })
const some = (amount: number) => ({ amount: credits(amount), final: false })

describe('a hold', () => {
  it('takes credits in the order of consumption and stores each part', () => {
    giveCredits(wallet, 5)
    giveCredits(wallet, 5)
    const { holds, amount } = reserve(holdRequest(7))
    expect(amount).toEqual(credits(7))
    expect(holds.map((part) => part.amount)).toEqual([credits(5), credits(2)])
    expect(rowsOf(wallet, 2)).toEqual(['HOLD RESERVATION_HOLD 5 #1', 'HOLD RESERVATION_HOLD 2 #2'])
    expect([wallet.balance, wallet.held]).toEqual([credits(3), credits(7)])
    expect(wallet.nextDueAt).toEqual(secondsAfterStart(300))
  })

  it('follows the exhaustion rule if grants do not cover it', () => {
    giveCredits(wallet, 5)
    expect(hold(wallet, holdRequest(6), START)).toBe('insufficient')
    expect(reserve(holdRequest(6, 'invoice')).amount).toEqual(credits(5))
    expect(reserve(holdRequest(6, 'invoice')).amount).toEqual(credits(0))
    expect(reserve(holdRequest(6, 'overdraft')).amount).toEqual(credits(6))
    expect(wallet.overdraft).toEqual(credits(6))
    expect(hold({ ...wallet, status: 'frozen' }, holdRequest(1), START)).toBe('frozen')
    expect(wallet.events.filter(({ type }) => type === 'credits.depleted')).toHaveLength(1)
  })

  it('expires automatically', () => {
    giveCredits(wallet, 5)
    const reservation = reserve(holdRequest(5))
    settle(wallet, secondsAfterStart(299.999))
    expect(reservation.status).toBe('held')
    settle(wallet, secondsAfterStart(300))
    expect(reservation).toMatchObject({ status: 'expired', held: credits(0) })
    expect(rowsOf(wallet, 2)).toEqual(['RELEASE RESERVATION_RELEASE 5 #1'])
    expect(wallet.nextDueAt).toBeNull()
    expect(wallet.events.at(-1)).toMatchObject({
      type: 'reservation.expired',
      data: { reservationId: reservation.id, released: 5 },
    })
  })
})

describe('a capture', () => {
  it('debits the grants whose credits are held and releases the rest', () => {
    giveCredits(wallet, 5)
    giveCredits(wallet, 5)
    const reservation = reserve({ ...holdRequest(8), featureId: 'feat' })
    expect(capture(wallet, reservation, all(6), secondsAfterStart(1))).toEqual({
      uncovered: credits(0),
    })
    expect(rowsOf(wallet, 4)).toEqual([
      'RELEASE RESERVATION_RELEASE 5 #1',
      'DEBIT RESERVATION_CAPTURE 5 #1',
      'RELEASE RESERVATION_RELEASE 1 #2',
      'DEBIT RESERVATION_CAPTURE 1 #2',
      'RELEASE RESERVATION_RELEASE 2 #2',
    ])
    expect(reservation).toMatchObject({ status: 'captured', captured: credits(6) })
    expect([wallet.balance, wallet.held]).toEqual([credits(4), credits(0)])
    expect(wallet.consumed).toEqual(credits(6))
    expect(wallet.entries[5]).toMatchObject({ featureId: 'feat', reservationId: reservation.id })
    expect(capture(wallet, reservation, all(1), secondsAfterStart(1))).toBe('ended')
  })

  it('keeps the rest held until the final capture', () => {
    giveCredits(wallet, 10)
    const reservation = reserve(holdRequest(8))
    reservation.isChanged = false
    capture(wallet, reservation, some(3), secondsAfterStart(1))
    expect(reservation).toMatchObject({ status: 'held', held: credits(5), captured: credits(3) })
    expect(reservation).toMatchObject({ updatedAt: secondsAfterStart(1), isChanged: true })
    capture(wallet, reservation, some(5), START)
    expect(reservation).toMatchObject({ status: 'held', held: credits(0) })
    capture(wallet, reservation, all(1), START)
    expect(reservation).toMatchObject({ status: 'captured', captured: credits(9) })
    expect(wallet.balance).toEqual(credits(1))
  })

  it('works on held credits even if their grant has expired or was voided', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) })
    const voided = giveCredits(wallet, 5)
    const reservation = reserve(holdRequest(10))
    voidRemaining(wallet, voided.id, secondsAfterStart(5))
    expect(capture(wallet, reservation, all(8), secondsAfterStart(20))).toEqual({
      uncovered: credits(0),
    })
    expect(rowsOf(wallet, 4)).toEqual([
      'RELEASE RESERVATION_RELEASE 5 #1',
      'DEBIT RESERVATION_CAPTURE 5 #1',
      'RELEASE RESERVATION_RELEASE 3 #2',
      'DEBIT RESERVATION_CAPTURE 3 #2',
      'RELEASE RESERVATION_RELEASE 2 #2',
      'DEBIT VOID 2 #2',
    ])
  })

  it.each([
    ['block', 'insufficient', '10', '3'],
    ['overdraft', { uncovered: credits(0) }, '12', '-2'],
    ['invoice', { uncovered: credits(2) }, '10', '0'],
  ] as const)(
    'follows the exhaustion rule "%s" for the excess',
    (rule, outcome, _taken, balance) => {
      giveCredits(wallet, 10)
      const reservation = reserve(holdRequest(7, rule))
      const rows = wallet.entries.length
      expect(capture(wallet, reservation, all(12), START)).toEqual(outcome)
      expect(wallet.balance).toEqual(credits(balance))
      if (outcome === 'insufficient') {
        expect(wallet.entries).toHaveLength(rows)
        expect(reservation.status).toBe('held')
      }
    },
  )

  it('cannot exceed the held amount on a frozen wallet', () => {
    giveCredits(wallet, 10)
    const reservation = reserve(holdRequest(5))
    const frozen: Wallet = { ...wallet, status: 'frozen' }
    expect(capture(frozen, reservation, some(6), START)).toBe('frozen')
    expect(capture({ ...wallet, status: 'closed' }, reservation, some(1), START)).toBe('frozen')
    expect(capture(frozen, reservation, some(5), START)).toEqual({ uncovered: credits(0) })
    wallet = frozen
  })

  it('keeps a held overdraft as debt', () => {
    const reservation = reserve(holdRequest(5, 'overdraft'))
    capture(wallet, reservation, all(3), START)
    expect(rowsOf(wallet, 1)).toEqual([
      'RELEASE RESERVATION_RELEASE 3 overdraft',
      'DEBIT RESERVATION_CAPTURE 3 overdraft',
      'RELEASE RESERVATION_RELEASE 2 overdraft',
    ])
    expect(wallet.overdraft).toEqual(credits(3))
  })
})

describe('a release', () => {
  it('returns everything, and credits of an expired grant expire immediately', () => {
    giveCredits(wallet, 5, { expiresAt: secondsAfterStart(10) })
    giveCredits(wallet, 5)
    const reservation = reserve(holdRequest(7))
    reservation.isChanged = false
    expect(release(wallet, reservation, secondsAfterStart(10))).toBe('done')
    expect(reservation).toMatchObject({ updatedAt: secondsAfterStart(10), isChanged: true })
    expect(rowsOf(wallet, 4)).toEqual([
      'RELEASE RESERVATION_RELEASE 5 #1',
      'EXPIRE EXPIRATION 5 #1',
      'RELEASE RESERVATION_RELEASE 2 #2',
    ])
    expect(remainingOf(wallet)).toEqual(['0', '5'])
    expect(wallet.grants[0]?.expired).toEqual(credits(5))
    expect(release(wallet, reservation, secondsAfterStart(10))).toBe('ended')
  })

  it('creates a grant if the overdraft was repaid in the meantime', () => {
    const reservation = reserve(holdRequest(5, 'overdraft'))
    giveCredits(wallet, 3)
    release(wallet, reservation, START)
    expect(rowsOf(wallet, 4)).toEqual([
      'RELEASE RESERVATION_RELEASE 2 overdraft',
      'RELEASE RESERVATION_RELEASE 3 #2',
    ])
    expect([wallet.balance, wallet.overdraft]).toEqual([credits(3), credits(0)])
  })

  it('is rejected once the reservation has expired', () => {
    giveCredits(wallet, 5)
    const reservation = reserve(holdRequest(5))
    expect(release(wallet, reservation, secondsAfterStart(300))).toBe('ended')
    expect(extend(wallet, reservation, 60, secondsAfterStart(300))).toBe('ended')
    expect(capture(wallet, reservation, all(1), secondsAfterStart(300))).toBe('ended')
    expect(debit(wallet, debitRequest(5, 'block', secondsAfterStart(300)))).toMatchObject({
      taken: credits(5),
    })
  })
})

describe('an extension', () => {
  it('sets an expiry counted from now, which may be later or earlier than before', () => {
    giveCredits(wallet, 5)
    const reservation = reserve(holdRequest(5))
    expect(extend(wallet, reservation, 600, secondsAfterStart(100))).toBe('done')
    settle(wallet, secondsAfterStart(300))
    expect([reservation.status, wallet.nextDueAt]).toEqual(['held', secondsAfterStart(700)])
    extend(wallet, reservation, 10, secondsAfterStart(301))
    settle(wallet, secondsAfterStart(311))
    expect(reservation.status).toBe('expired')
  })
})
