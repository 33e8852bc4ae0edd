import { expect } from 'vitest'
import {
  type Amount,
  add,
  formatAmount,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import { grant } from '../grants/grants.core.ts'
import type { HoldRequest } from '../reservations/reservations.core.ts'
import type { DebitRequest } from '../wallet/debit.core.ts'
import type { NewGrant } from '../wallet/post.core.ts'
import { type Grant, type LedgerRow, newWallet, type Wallet } from '../wallet/wallet.core.ts'

export const START = new Date('2026-01-15T12:00:00.000Z')
export const secondsAfterStart = (seconds: number): Date =>
  new Date(START.getTime() + seconds * 1000)
export const credits = (amount: number | string): Amount => parseAmount(amount)

export const emptyWallet = (): Wallet =>
  newWallet({ bucket: 7, environmentId: 'env', customerId: 'cus', creditCurrencyId: 'cur' }, START)

export function giveCredits(
  wallet: Wallet,
  amount: number,
  terms: Partial<NewGrant> = {},
  now: Date = START,
): Grant {
  const given = { reason: 'GRANT', priority: 100, expiresAt: null, ...terms } as const
  const granted = grant(wallet, { ...given, amount: credits(amount) }, now)
  if (granted === 'closed') throw new Error('the wallet is closed')
  return granted
}

export const debitRequest = (
  amount: number,
  rule: DebitRequest['rule'] = 'block',
  now: Date = START,
): DebitRequest => ({
  amount: credits(amount),
  rule,
  reason: 'USAGE_DEDUCTION',
  featureId: 'feat',
  usageEventId: 'evt',
  now,
})

export const holdRequest = (
  amount: number,
  rule: HoldRequest['rule'] = 'block',
  expiresInSeconds = 300,
): HoldRequest => ({
  amount: credits(amount),
  rule,
  featureId: null,
  quantity: null,
  properties: {},
  unitCost: null,
  expiresInSeconds,
})

const deltaOf = ({ type, amount }: LedgerRow): Amount =>
  type === 'DEBIT' || type === 'HOLD' || type === 'EXPIRE' ? subtract(ZERO, amount) : amount

/** Ledger rows as short text: type, reason, amount and grant. */
export const rowsOf = (wallet: Wallet, from = 0): string[] =>
  wallet.entries.slice(from).map(({ type, reason, amount, grantId }) => {
    const name = grantId === null ? 'overdraft' : `#${ordinalOf(wallet, grantId)}`
    return `${type} ${reason} ${formatAmount(amount)} ${name}`
  })

/** Numbers grants in the order of their first entries. */
function ordinalOf(wallet: Wallet, grantId: string): number {
  const ids = wallet.entries.flatMap((entry) => (entry.grantId === null ? [] : [entry.grantId]))
  return [...new Set(ids)].indexOf(grantId) + 1
}

export const remainingOf = (wallet: Wallet): string[] =>
  wallet.grants.map(({ remaining }) => formatAmount(remaining))

/** Checks the rules that hold for every wallet, recomputed from the rows since it was created. */
export function expectConsistent(wallet: Wallet): void {
  let balance = ZERO
  let time = new Date(0)
  wallet.entries.forEach((entry, at) => {
    expect(entry.seq).toBe(at + 1)
    expect(entry.balanceBefore).toEqual(balance)
    balance = add(balance, deltaOf(entry))
    expect(entry.balanceAfter).toEqual(balance)
    expect(entry.type === 'ADJUSTMENT' || entry.amount.units > 0n).toBe(true)
    expect(entry.createdAt >= time).toBe(true)
    time = entry.createdAt
  })
  const deltas = (grantId: string | null) =>
    sum(wallet.entries.filter((entry) => entry.grantId === grantId).map(deltaOf))
  expect(wallet.lastSeq).toBe(wallet.entries.length)
  expect(wallet.balance).toEqual(balance)
  expect(wallet.overdraft).toEqual(subtract(ZERO, deltas(null)))
  expect(wallet.overdraft.units >= 0n).toBe(true)
  expect(wallet.balance).toEqual(
    subtract(sum(wallet.grants.map(({ remaining }) => remaining)), wallet.overdraft),
  )
  for (const { id, remaining, terms, voidedAt } of wallet.grants) {
    expect(remaining).toEqual(deltas(id))
    expect(remaining.units >= 0n && remaining.units <= (terms?.amount.units ?? 0n)).toBe(true)
    if (voidedAt !== null) expect(remaining).toEqual(ZERO)
  }
  for (const { status, held, holds } of wallet.reservations) {
    expect(held).toEqual(sum(holds.map(({ amount }) => amount)))
    if (status !== 'held') expect(held).toEqual(ZERO)
  }
  expect(wallet.held).toEqual(sum(wallet.reservations.map(({ held }) => held)))
}
