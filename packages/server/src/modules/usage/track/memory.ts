import { BoundedMap } from '../../../kernel/BoundedMap.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import type { Wallet } from '../../credits/core.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import {
  type Accrual,
  accrualMapKey,
  type Counter,
  counterMapKey,
  type StoredUsage,
} from '../meters/tallies.core.ts'
import type { Rights } from '../rights/rights.core.ts'
import type { BatchResult } from './computeEvents.ts'
import type { Needs } from './needs.core.ts'

/** A customer's state after the last transaction of this process. */
export interface CustomerMemory {
  snapshot: CustomerSnapshot
  rights: Rights
  /** The version of the catalog that applies to the counters. */
  catalogVersion: number
  /**
   * The stamp that the transaction wrote to the customer. While the row has this stamp, the
   * remembered state is current.
   */
  stamp: number
  /** Null when the wallets were not read. */
  wallets: Wallet[] | null
  /** A null value is a counter that does not exist. A missing key was never read. */
  counters: Map<string, Counter | null>
  accruals: Map<string, Accrual | null>
}

/** By `customerMapKey`. */
export type Memory = BoundedMap<string, CustomerMemory>

const MAX_CUSTOMERS = 10_000
/** Per customer. When the map is full, it is cleared. */
const MAX_TALLIES = 64

export const createMemory = (): Memory => new BoundedMap(MAX_CUSTOMERS)

/** Returns the state that events need, or null if any part is not remembered. */
export function recall(memory: Memory, needs: Needs): StoredUsage | null {
  // The values seen by `unique` are too many to remember.
  if (needs.members.size > 0) return null
  const wallets = new Map<string, Wallet[]>()
  for (const mapKey of needs.wallets.keys()) {
    const customerWallets = memory.get(mapKey)?.wallets
    if (!customerWallets) return null
    wallets.set(mapKey, customerWallets)
  }
  const counters = new Map<string, Counter>()
  for (const [mapKey, key] of needs.counters) {
    const counter = memory.get(customerMapKey(key))?.counters.get(mapKey)
    if (counter === undefined) return null
    if (counter) counters.set(mapKey, counter)
  }
  const accruals = new Map<string, Accrual>()
  for (const [mapKey, key] of needs.accruals) {
    const accrual = memory.get(customerMapKey(key))?.accruals.get(mapKey)
    if (accrual === undefined) return null
    if (accrual) accruals.set(mapKey, accrual)
  }
  return { wallets, counters, accruals, members: new Set() }
}

/** A customer's new state. `before` is the remembered state, if it is still current. */
export type CustomerUpdate = Pick<
  CustomerMemory,
  'snapshot' | 'rights' | 'catalogVersion' | 'stamp'
> & {
  before: CustomerMemory | undefined
}

/** Remembers the customers' state after the transaction, before it commits. */
export function remember(
  memory: Memory,
  customers: readonly CustomerUpdate[],
  needs: Needs,
  state: StoredUsage,
  { wallets, book }: BatchResult,
): void {
  for (const { before, ...update } of customers) {
    const { mapKey, frozenTime } = update.snapshot
    memory.delete(mapKey)
    // A test clock can advance without touching the customer's row.
    if (frozenTime !== null) continue
    const customerWallets = needs.wallets.has(mapKey)
      ? asStored(wallets.get(mapKey) ?? [])
      : before?.wallets
    memory.set(mapKey, {
      ...update,
      wallets: customerWallets ?? null,
      counters: before?.counters ?? new Map(),
      accruals: before?.accruals ?? new Map(),
    })
  }
  for (const [mapKey, key] of needs.counters) {
    keep(memory.get(customerMapKey(key))?.counters, mapKey, state.counters.get(mapKey) ?? null)
  }
  for (const counter of book.changedCounters) {
    if (counter.isAddition) continue
    keep(memory.get(customerMapKey(counter))?.counters, counterMapKey(counter), counter)
  }
  for (const [mapKey, key] of needs.accruals) {
    keep(memory.get(customerMapKey(key))?.accruals, mapKey, state.accruals.get(mapKey) ?? null)
  }
  for (const accrual of book.changedAccruals) {
    keep(memory.get(customerMapKey(accrual))?.accruals, accrualMapKey(accrual), accrual)
  }
}

function keep<Tally>(tallies: Map<string, Tally> | undefined, mapKey: string, tally: Tally): void {
  if (!tallies) return
  if (tallies.size >= MAX_TALLIES && !tallies.has(mapKey)) tallies.clear()
  tallies.set(mapKey, tally)
}

/** Reduces wallets to what a read would return: stored wallets and grants that are not empty. */
function asStored(wallets: readonly Wallet[]): Wallet[] {
  const stored = wallets.filter(({ isNew }) => !isNew)
  for (const wallet of stored) {
    wallet.isWhole = false
    wallet.reservations = []
    if (wallet.grants.some(({ remaining }) => remaining.units === 0n)) {
      wallet.grants = wallet.grants.filter(({ remaining }) => remaining.units !== 0n)
    }
  }
  return stored
}
