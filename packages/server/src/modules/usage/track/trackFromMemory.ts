import { invariant } from '../../../kernel/invariant.ts'
import type { Pipelined } from '../../../platform/db/batch/pipeline.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { CatalogCache } from '../../catalog/index.ts'
import { NeedsWholeWallet } from '../../credits/index.ts'
import { lockUnchanged } from '../../customers/index.ts'
import { bookOf, type State } from '../meters/book.core.ts'
import { type Computed, computeEvents, saveEvents, type TrackOutcome } from './computeEvents.ts'
import { type Memory, type Remembered, recall, remember } from './memory.ts'
import { type Plan, planEvents, type Subject, type TrackItem } from './planEvents.ts'
import type { TrackDependencies } from './trackEvents.ts'

/**
 * Records events as `trackEvents` does, but without reading anything: all that is needed is
 * remembered, and the lock fails unless it is still so. Everything travels at once, and the next
 * events can be computed while it does. Null when it is not all known; then nothing was sent.
 */
export function trackFromMemory(
  session: Session,
  items: readonly TrackItem[],
  { clock, catalog: catalogs, memory }: TrackDependencies,
): Pipelined<TrackOutcome[]> | null {
  const subjects = recallSubjects(items, catalogs, memory)
  if (!subjects) return null
  const { steps, needs } = planEvents(items, subjects, clock)
  const state = recall(memory, needs)
  if (!state) return null
  const remembered = takeFromMemory(memory, subjects.keys())
  const computed = tryToCompute(steps, state)
  if (!computed || isUncertain(steps, computed.result)) return null
  const { stamp, locked } = lockUnchanged(
    session,
    remembered.map(({ standing, stamp: rememberedStamp }) => ({
      ...standing,
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

/** Null when more of a wallet is needed than is remembered. */
function tryToCompute(steps: Plan['steps'], state: State): Computed | null {
  try {
    return computeEvents(steps, new Map(), bookOf(state), state.wallets)
  } catch (error) {
    if (error instanceof NeedsWholeWallet) return null
    throw error
  }
}

/** A refused event with a key may have been accepted before, which only the database knows. */
const isUncertain = (steps: Plan['steps'], result: readonly TrackOutcome[]): boolean =>
  result.some((outcome, at) => {
    const step = steps[at]
    return 'reason' in outcome && step && 'plan' in step && step.keyName !== null
  })

/** Out of the memory while it is worked on: what is left half done must not be found again. */
function takeFromMemory(memory: Memory, names: Iterable<string>): Remembered[] {
  return [...names].map((name) => {
    const remembered = memory.get(name)
    invariant(remembered, 'a customer that was recalled is remembered')
    memory.delete(name)
    return remembered
  })
}

/** The customers as they are remembered; null unless all of them are, by the catalog of today. */
function recallSubjects(
  items: readonly TrackItem[],
  catalogs: CatalogCache,
  memory: Memory,
): Map<string, Subject> | null {
  const subjects = new Map<string, Subject>()
  for (const { environmentId, name } of items) {
    if (subjects.has(name)) continue
    const remembered = memory.get(name)
    const catalog = catalogs.peek(environmentId)
    if (!remembered || remembered.catalogVersion !== catalog?.version) return null
    subjects.set(name, { ...remembered.standing, catalog, rights: remembered.rights })
  }
  return subjects
}
