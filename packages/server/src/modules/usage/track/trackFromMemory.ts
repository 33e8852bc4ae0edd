import { invariant } from '../../../kernel/invariant.ts'
import type { PipelineResult } from '../../../platform/db/batch/pipeline.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import { NeedsWholeWallet } from '../../credits/core.ts'
import { lockCustomersIfUnchanged } from '../../customers/index.ts'
import { type StoredUsage, talliesOf } from '../meters/tallies.core.ts'
import { type BatchResult, computeEvents, saveEvents, type TrackOutcome } from './computeEvents.ts'
import { type CustomerMemory, type Memory, recall, remember } from './memory.ts'
import { type ClockedCustomer, planEvents, type TrackItem, type TrackPlan } from './planEvents.ts'
import type { TrackDependencies } from './trackEvents.ts'

/**
 * Records events like `trackEvents`, but without reads: all state is remembered, and the lock fails
 * if it has changed. All statements are sent at once, and the next events can be computed in the
 * meantime. Returns null if some state is not remembered. Nothing was sent then.
 */
export function trackFromMemory(
  session: Session,
  items: readonly TrackItem[],
  { clock, catalog: catalogs, memory }: TrackDependencies,
): PipelineResult<TrackOutcome[]> | null {
  const subjects = recallSubjects(items, catalogs, memory)
  if (!subjects) return null
  const { steps, needs } = planEvents(items, subjects, clock)
  const state = recall(memory, needs)
  if (!state) return null
  const remembered = takeFromMemory(memory, subjects.keys())
  const computed = tryToCompute(steps, state)
  if (!computed || isUncertain(steps, computed.result)) return null
  const { stamp, locked } = lockCustomersIfUnchanged(
    session,
    remembered.map(({ snapshot, stamp: rememberedStamp }) => ({
      ...snapshot,
      stamp: rememberedStamp,
    })),
    new Map(
      [...subjects.values()].map(({ environmentId, catalog }) => [environmentId, catalog.version]),
    ),
  )
  const writes = [locked, ...saveEvents(session, computed)]
  const updates = remembered.map((before) => ({ ...before, stamp, before }))
  remember(memory, updates, needs, state, computed)
  return { result: computed.result, writes, standsAlone: true }
}

/** Returns null when the events need more of a wallet than is remembered. */
function tryToCompute(steps: TrackPlan['steps'], state: StoredUsage): BatchResult | null {
  try {
    return computeEvents(steps, new Map(), talliesOf(state), state.wallets)
  } catch (error) {
    if (error instanceof NeedsWholeWallet) return null
    throw error
  }
}

/** A rejected event with a key may be a duplicate of an accepted one. Only the database knows. */
const isUncertain = (steps: TrackPlan['steps'], result: readonly TrackOutcome[]): boolean =>
  result.some((outcome, at) => {
    const step = steps[at]
    return 'reason' in outcome && step && 'plan' in step && step.eventMapKey !== null
  })

/**
 * Removes the customers from memory while their events are computed, so that no other batch finds
 * a half-finished state.
 */
function takeFromMemory(memory: Memory, mapKeys: Iterable<string>): CustomerMemory[] {
  return [...mapKeys].map((mapKey) => {
    const remembered = memory.get(mapKey)
    invariant(remembered, 'a recalled customer is in memory')
    memory.delete(mapKey)
    return remembered
  })
}

/**
 * Returns the remembered customers, or null if any is missing or was remembered under another
 * catalog version.
 */
function recallSubjects(
  items: readonly TrackItem[],
  catalogs: CatalogCache,
  memory: Memory,
): Map<string, ClockedCustomer> | null {
  const subjects = new Map<string, ClockedCustomer>()
  for (const { environmentId, mapKey } of items) {
    if (subjects.has(mapKey)) continue
    const remembered = memory.get(mapKey)
    const catalog = catalogs.peek(environmentId)
    if (!remembered || remembered.catalogVersion !== catalog?.version) return null
    subjects.set(mapKey, { ...remembered.snapshot, catalog, rights: remembered.rights })
  }
  return subjects
}
