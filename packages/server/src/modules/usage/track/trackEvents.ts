import type { Clock } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { PipelineResult } from '../../../platform/db/batch/pipeline.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import { NeedsWholeWallet } from '../../credits/core.ts'
import { openWallets } from '../../credits/index.ts'
import { type LockedCustomer, lockCustomers } from '../../customers/index.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import { readAccruals, readCounters, readMembers } from '../meters/counters.sql.ts'
import { type StoredUsage, talliesOf } from '../meters/tallies.core.ts'
import type { RightsCache } from '../rights/rightsCache.ts'
import { type BatchResult, computeEvents, saveEvents, type TrackOutcome } from './computeEvents.ts'
import { type FirstResult, readFirstResults } from './events.sql.ts'
import { type CustomerUpdate, type Memory, remember } from './memory.ts'
import { includesAll, type Needs } from './needs.core.ts'
import { type ClockedCustomer, planEvents, type TrackItem, type TrackPlan } from './planEvents.ts'

export interface TrackDependencies {
  clock: Clock
  catalog: CatalogCache
  rights: RightsCache
  memory: Memory
}

/**
 * Records events of many customers in one transaction: lock the customers, read the rows that the
 * events need, compute in memory in the order of arrival, write everything at once. The rows are
 * guessed from the last known state of the customers, so that the reads are sent together with the
 * lock. The lock's result shows whether the guess was right. The writes are still in flight on
 * return, so that COMMIT can be sent with them.
 */
export async function trackEvents(
  session: Session,
  items: readonly TrackItem[],
  dependencies: TrackDependencies,
): Promise<PipelineResult<TrackOutcome[]>> {
  const { clock, rights, memory } = dependencies
  const guess = planEvents(items, guessSubjects(items, dependencies), clock)
  const [snapshots, guessedState] = await Promise.all([
    lockCustomers(session, customersOf(items)),
    readState(session, guess.needs),
  ])
  let { steps, needs, subjects } = guess
  if (!isGuessRight(guess, snapshots, dependencies)) {
    subjects = await readSubjects(session, snapshots, dependencies)
    ;({ steps, needs } = planEvents(items, subjects, clock))
    rights.see(snapshots)
  }
  const state = includesAll(guess.needs, needs) ? guessedState : await readState(session, needs)
  const computed = await compute(session, steps, needs, state)
  const writes = saveEvents(session, computed)
  const updates = snapshots.map((snapshot) => toCustomerUpdate(snapshot, subjects, memory))
  remember(memory, updates, needs, state, computed)
  return { result: computed.result, writes }
}

async function compute(
  session: Session,
  steps: TrackPlan['steps'],
  needs: Needs,
  state: ReadState,
): Promise<BatchResult> {
  const whole = new Set<string>()
  let { wallets } = state
  for (;;) {
    try {
      return computeEvents(steps, new Map(state.first), talliesOf(state), wallets)
    } catch (error) {
      // Rare: the batch needs more than the first grants of a wallet. Nothing was written yet, so
      // compute again.
      if (!(error instanceof NeedsWholeWallet) || whole.has(error.wallet.id)) throw error
      whole.add(error.wallet.id)
      wallets = await openWallets(session, [...needs.wallets.values()], whole)
    }
  }
}

/**
 * Returns a customer's new state. The remembered state is kept only if nothing has changed since.
 */
function toCustomerUpdate(
  { stamp, previous, ...snapshot }: LockedCustomer,
  subjects: ReadonlyMap<string, ClockedCustomer>,
  memory: Memory,
): CustomerUpdate {
  const subject = subjects.get(snapshot.mapKey)
  invariant(subject, 'every locked customer has a plan')
  const { rights, catalog } = subject
  const remembered = memory.get(snapshot.mapKey)
  const isUnchanged =
    remembered?.stamp === previous && remembered.catalogVersion === catalog.version
  return {
    snapshot,
    rights,
    catalogVersion: catalog.version,
    stamp,
    before: isUnchanged ? remembered : undefined,
  }
}

/**
 * The maximum age of a guess. If the lock took longer, the planned time is too old for the events.
 */
const MAX_AGE_MS = 50

/** Returns whether the customers match the guess and the planned time is still valid. */
function isGuessRight(
  { subjects, at }: TrackPlan,
  snapshots: readonly CustomerSnapshot[],
  { clock, catalog }: TrackDependencies,
): boolean {
  if (clock.now().getTime() - at.getTime() > MAX_AGE_MS) return false
  if (snapshots.length !== subjects.size) return false
  return snapshots.every((snapshot) => {
    const guessedState = subjects.get(snapshot.mapKey)
    return (
      guessedState !== undefined &&
      guessedState.rights.version === snapshot.rightsVersion &&
      guessedState.timezone === snapshot.timezone &&
      guessedState.frozenTime?.getTime() === snapshot.frozenTime?.getTime() &&
      guessedState.catalog === catalog.peek(snapshot.environmentId) &&
      guessedState.catalog.version >= snapshot.catalogVersion
    )
  })
}

interface ReadState extends StoredUsage {
  first: ReadonlyMap<string, FirstResult>
}

/** Reads all rows that the events need, under the lock. */
async function readState(session: Session, needs: Needs): Promise<ReadState> {
  const [first, counters, accruals, members, wallets] = await Promise.all([
    readFirstResults(session, [...needs.keys.values()]),
    readCounters(session, [...needs.counters.values()]),
    readAccruals(session, [...needs.accruals.values()]),
    readMembers(session, [...needs.members.values()]),
    openWallets(session, [...needs.wallets.values()]),
  ])
  return { first, counters, accruals, members, wallets }
}

function customersOf(items: readonly TrackItem[]) {
  const keys = new Map<
    string,
    { environmentId: string; customerId: string; bucket: number; mapKey: string }
  >()
  for (const { environmentId, bucket, mapKey, event } of items) {
    if (!keys.has(mapKey))
      keys.set(mapKey, { environmentId, bucket, mapKey, customerId: event.customerId })
  }
  return [...keys.values()]
}

async function readSubjects(
  session: Session,
  snapshots: readonly CustomerSnapshot[],
  { catalog: catalogs, rights: rightsCache }: TrackDependencies,
): Promise<Map<string, ClockedCustomer>> {
  const rights = await rightsCache.resolve(session, snapshots)
  const subjects = new Map<string, ClockedCustomer>()
  for (const snapshot of snapshots) {
    const customerRights = rights.get(snapshot.mapKey)
    invariant(customerRights, 'every customer has rights')
    const catalog = await catalogs.get(session, snapshot.environmentId, snapshot.catalogVersion)
    subjects.set(snapshot.mapKey, { ...snapshot, catalog, rights: customerRights })
  }
  return subjects
}

/** The customers as last seen. Customers never seen are left out. */
function guessSubjects(
  items: readonly TrackItem[],
  { catalog: catalogs, rights: rightsCache }: TrackDependencies,
): Map<string, ClockedCustomer> {
  const subjects = new Map<string, ClockedCustomer>()
  for (const { environmentId, mapKey } of items) {
    if (subjects.has(mapKey)) continue
    const lastSeen = rightsCache.peek(mapKey)
    const catalog = catalogs.peek(environmentId)
    if (lastSeen && catalog)
      subjects.set(mapKey, { ...lastSeen.snapshot, catalog, rights: lastSeen.rights })
  }
  return subjects
}
