import type { Wallet } from '../../credits/index.ts'
import { type Accrual, type Book, type Counter, emptyBook } from './book.ts'

/** What must be known before events can be computed, as it was read or remembered. */
export interface State {
  /** By `customerName`. */
  wallets: ReadonlyMap<string, Wallet[]>
  counters: ReadonlyMap<string, Counter>
  accruals: ReadonlyMap<string, Accrual>
  members: ReadonlySet<string>
}

/** A book to work in; what it was made from stays as it was. */
export const bookOf = ({ counters, accruals, members }: State): Book => ({
  ...emptyBook(),
  counters: copied(counters),
  accruals: copied(accruals),
  members: new Set(members),
})

const copied = <Item extends object>(items: ReadonlyMap<string, Item>): Map<string, Item> =>
  new Map([...items].map(([name, item]) => [name, { ...item }]))
