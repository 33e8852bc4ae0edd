import type { Clock } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Pipelined } from '../../platform/db/pipeline.ts'
import type { Session } from '../../platform/db/session.ts'
import type { CatalogCache } from '../catalog/index.ts'
import { NeedsWholeWallet, openWallets } from '../credits/index.ts'
import { lockCustomers } from '../customers/index.ts'
import type { CustomerStanding } from '../customers/read.ts'
import { type Book, emptyBook } from './core/book.ts'
import type { UsageEvent } from './core/event.ts'
import { limitedSuggestions } from './core/nearestName.ts'
import { covers, eventKeyName, type Needs, needsOf } from './core/needs.ts'
import { type Customer, planEvent, type Rejection } from './core/plannedEvent.ts'
import { recordEvents, type Step, type TrackOutcome } from './recordEvents.ts'
import type { RightsCache } from './rightsCache.ts'
import { readAccruals, readCounters, readMembers } from './store/counters.ts'
import { readFirstResults } from './store/events.ts'

export interface TrackItem {
  environmentId: string
  bucket: number
  /** Of the customer, by `customerName`: made once, because it is asked for again and again. */
  name: string
  event: UsageEvent
}

export interface TrackDependencies {
  clock: Clock
  catalog: CatalogCache
  rights: RightsCache
}

interface Subject extends Customer {
  frozenTime: Date | null
}

/**
 * Records events of many customers in one transaction: lock the customers, read what the events
 * touch, compute in memory in the order of arrival, write everything at once. What they touch is
 * guessed from what was last known of the customers, so that the reads travel behind the lock; the
 * lock's answer tells whether the guess was right. The writes are under way when this returns, so
 * that COMMIT can travel with them.
 */
export async function trackEvents(
  session: Session,
  items: readonly TrackItem[],
  dependencies: TrackDependencies,
): Promise<Pipelined<TrackOutcome[]>> {
  const { clock, rights } = dependencies
  const guess = plan(items, guessSubjects(items, dependencies), clock)
  const [standings, guessed] = await Promise.all([
    lockCustomers(session, customersOf(items)),
    readState(session, guess.needs),
  ])
  let { steps, needs } = guess
  if (!isRight(guess, standings, dependencies)) {
    const subjects = await readSubjects(session, standings, dependencies)
    ;({ steps, needs } = plan(items, subjects, clock))
    rights.see(standings)
  }
  const state = covers(guess.needs, needs) ? guessed : await readState(session, needs)
  const whole = new Set<string>()
  let { wallets } = state
  for (;;) {
    const book: Book = {
      ...emptyBook(),
      counters: copied(state.counters),
      accruals: copied(state.accruals),
      members: new Set(state.members),
    }
    try {
      return recordEvents(session, steps, new Map(state.first), book, wallets)
    } catch (error) {
      // Rare: more than the first grants of a wallet are needed. Nothing was written: begin again.
      if (!(error instanceof NeedsWholeWallet) || whole.has(error.wallet.id)) throw error
      whole.add(error.wallet.id)
      wallets = await openWallets(session, [...needs.wallets.values()], whole)
    }
  }
}

/** The guess may be this old: an instant that the lock took longer than is not the events' any more. */
const MAX_AGE_MS = 50

/** Whether the customers are as they were guessed to be, and it is still the time that was planned for. */
function isRight(
  { subjects, at }: Plan,
  standings: readonly CustomerStanding[],
  { clock, catalog }: TrackDependencies,
): boolean {
  if (clock.now().getTime() - at.getTime() > MAX_AGE_MS) return false
  if (standings.length !== subjects.size) return false
  return standings.every((standing) => {
    const guessed = subjects.get(standing.name)
    return (
      guessed !== undefined &&
      guessed.rights.version === standing.rightsVersion &&
      guessed.timezone === standing.timezone &&
      guessed.frozenTime?.getTime() === standing.frozenTime?.getTime() &&
      guessed.catalog === catalog.peek(standing.environmentId) &&
      guessed.catalog.version >= standing.catalogVersion
    )
  })
}

interface Plan {
  subjects: ReadonlyMap<string, Subject>
  at: Date
  steps: readonly (Step | Rejection)[]
  needs: Needs
}

/** What each event will touch, and all that must be read for it. */
function plan(
  items: readonly TrackItem[],
  subjects: ReadonlyMap<string, Subject>,
  clock: Clock,
): Plan {
  const at = clock.now()
  const suggest = limitedSuggestions()
  const steps = items.map(({ name, event }): Step | Rejection => {
    const customer = subjects.get(name)
    if (!customer) return customerNotFound(event.customerId)
    const now = customer.frozenTime ?? clock.now()
    return {
      customer,
      event,
      keyName: event.idempotencyKey === null ? null : eventKeyName(name, event.idempotencyKey),
      plan: planEvent(customer, event, now, suggest),
    }
  })
  const known = steps.filter((step): step is Step => 'plan' in step)
  const planned = known.flatMap((step) => ('event' in step.plan ? [step.plan] : []))
  return { subjects, at, steps, needs: needsOf(known, planned) }
}

/** Everything that the events touch, as it stands under the lock. */
async function readState(session: Session, needs: Needs) {
  const [first, counters, accruals, members, wallets] = await Promise.all([
    readFirstResults(session, [...needs.keys.values()]),
    readCounters(session, [...needs.counters.values()]),
    readAccruals(session, [...needs.accruals.values()]),
    readMembers(session, [...needs.members.values()]),
    openWallets(session, [...needs.wallets.values()]),
  ])
  return { first, counters, accruals, members, wallets }
}

/** Copies, because a computation that begins again must begin from what was read. */
const copied = <Item extends object>(items: ReadonlyMap<string, Item>): Map<string, Item> =>
  new Map([...items].map(([name, item]) => [name, { ...item }]))

function customersOf(items: readonly TrackItem[]) {
  const keys = new Map<
    string,
    { environmentId: string; customerId: string; bucket: number; name: string }
  >()
  for (const { environmentId, bucket, name, event } of items) {
    if (!keys.has(name))
      keys.set(name, { environmentId, bucket, name, customerId: event.customerId })
  }
  return [...keys.values()]
}

async function readSubjects(
  session: Session,
  standings: readonly CustomerStanding[],
  { catalog: catalogs, rights: rightsCache }: TrackDependencies,
): Promise<Map<string, Subject>> {
  const rights = await rightsCache.resolve(session, standings)
  const subjects = new Map<string, Subject>()
  for (const standing of standings) {
    const own = rights.get(standing.name)
    invariant(own, 'a customer that is there has rights')
    const catalog = await catalogs.get(session, standing.environmentId, standing.catalogVersion)
    subjects.set(standing.name, { ...standing, catalog, rights: own })
  }
  return subjects
}

/** The customers as they were when they were last seen; those never seen are absent. */
function guessSubjects(
  items: readonly TrackItem[],
  { catalog: catalogs, rights: rightsCache }: TrackDependencies,
): Map<string, Subject> {
  const subjects = new Map<string, Subject>()
  for (const { environmentId, name } of items) {
    if (subjects.has(name)) continue
    const seen = rightsCache.peek(name)
    const catalog = catalogs.peek(environmentId)
    if (seen && catalog) subjects.set(name, { ...seen.standing, catalog, rights: seen.rights })
  }
  return subjects
}

const customerNotFound = (customerId: string): Rejection => ({
  reason: 'customer_not_found',
  message: `No customer ${JSON.stringify(customerId)} in this environment; create it with PUT /v1/customers/:id.`,
})
