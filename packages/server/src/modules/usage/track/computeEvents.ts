import { type Amount, add } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import type { OutboxMessage } from '../../../platform/db/outbox.ts'
import type { Session } from '../../../platform/db/session.ts'
import { newWallet, type Wallet } from '../../credits/core.ts'
import { saveWallets } from '../../credits/index.ts'
import type { UsageEvent } from '../event/event.core.ts'
import type { Tallies } from '../meters/tallies.core.ts'
import { type AppliedEvent, applyEvent, type Flow } from './applyEvent.core.ts'
import { encodeEffects } from './effects.core.ts'
import type { EventRow, FirstResult } from './events.sql.ts'
import type { Wallets } from './pay.core.ts'
import type { PlannedEvent, Rejection, TrackedCustomer } from './planEvent.core.ts'
import { type DayTotal, saveUsage } from './saveUsage.sql.ts'

/** The result of an accepted event, or of the first event with its key. */
interface Tracked {
  status: 'accepted' | 'duplicate'
  eventId: string
  flow: Flow
  featureSlug: string | null
  creditCurrencyId: string | null
  creditsDeducted: Amount
  creditBalance: Amount | null
}

export type TrackOutcome = Tracked | Rejection

/** An event of an existing customer, and its plan. */
export interface EventStep {
  customer: TrackedCustomer
  event: UsageEvent
  /** By `usageEventMapKey`. Null without an idempotency key. */
  eventMapKey: string | null
  plan: PlannedEvent | Rejection
}

/** The results and changes of a batch, before anything is written. */
export interface BatchResult {
  result: TrackOutcome[]
  rows: readonly EventRow[]
  days: readonly DayTotal[]
  messages: readonly OutboxMessage[]
  book: Tallies
  /** By `customerMapKey`. Includes wallets that the batch created. */
  wallets: ReadonlyMap<string, Wallet[]>
}

/** Computes the events in order and updates the book and the wallets. */
export function computeEvents(
  steps: readonly (EventStep | Rejection)[],
  first: Map<string, FirstResult>,
  book: Tallies,
  opened: ReadonlyMap<string, Wallet[]>,
): BatchResult {
  const rows: EventRow[] = []
  const days = new Map<string, DayTotal>()
  const messages: OutboxMessage[] = []
  const wallets = new Map(
    [...opened].map(([mapKey, customerWallets]) => [mapKey, [...customerWallets]]),
  )
  const result = steps.map((step): TrackOutcome => {
    if ('reason' in step) return step
    const { event, customer, plan } = step
    // Check the key first: a used key always returns the first result.
    const earlier = findFirstResult(step, first)
    if (earlier) return earlier
    if ('reason' in plan) return plan
    const { now, occurredAt } = plan
    const id = newIdInBucket('usageEvent', customer.bucket)
    const applied = applyEvent(plan, id, book, walletsOf(wallets, customer, now))
    if ('reason' in applied) return applied
    rows.push(toRow(plan, id, applied))
    rememberKey(first, step, id, applied)
    addToDay(days, customer, occurredAt, event)
    for (const message of applied.messages) {
      const { bucket, environmentId, customerId } = customer
      messages.push({ ...message, bucket, environmentId, customerId, createdAt: now })
    }
    return tracked('accepted', customer, id, applied)
  })
  return { result, rows, days: [...days.values()], messages, book, wallets }
}

/** Sends the writes. The caller waits for them, or for the COMMIT that follows them. */
export const saveEvents = (
  session: Session,
  { rows, days, messages, book, wallets }: BatchResult,
): Promise<unknown>[] => [
  saveWallets(session, [...wallets.values()].flat()),
  ...saveUsage(session, { events: rows, book, days, messages }),
]

/** A customer's wallets. New wallets are added to `all`. */
function walletsOf(all: Map<string, Wallet[]>, customer: TrackedCustomer, now: Date): Wallets {
  const { environmentId, customerId, bucket, mapKey } = customer
  const wallets = all.get(mapKey) ?? []
  return {
    find: (currencyId) => wallets.find((wallet) => wallet.creditCurrencyId === currencyId),
    create: (creditCurrencyId) => {
      const wallet = newWallet({ bucket, environmentId, customerId, creditCurrencyId }, now)
      wallets.push(wallet)
      all.set(mapKey, wallets)
      return wallet
    },
  }
}

function findFirstResult(
  { event, customer, eventMapKey }: EventStep,
  first: ReadonlyMap<string, FirstResult>,
): TrackOutcome | null {
  if (eventMapKey === null) return null
  const result = first.get(eventMapKey)
  if (!result) return null
  if (result.requestHash === event.requestHash) {
    return tracked('duplicate', customer, result.id, result)
  }
  return {
    reason: 'idempotency_key_reused',
    message: `The idempotencyKey ${JSON.stringify(event.idempotencyKey)} was used for another event of this customer; use a new key for a new event.`,
  }
}

function rememberKey(
  first: Map<string, FirstResult>,
  { event, customer, eventMapKey }: EventStep,
  id: string,
  applied: AppliedEvent,
): void {
  const { idempotencyKey, requestHash } = event
  if (eventMapKey === null || idempotencyKey === null || requestHash === null) return
  const { bucket, environmentId, customerId } = customer
  const key = { bucket, environmentId, customerId, idempotencyKey }
  first.set(eventMapKey, { ...applied, ...key, id, requestHash })
}

const tracked = (
  status: Tracked['status'],
  { catalog }: TrackedCustomer,
  eventId: string,
  done: Pick<
    AppliedEvent,
    'flow' | 'featureId' | 'creditCurrencyId' | 'creditsDeducted' | 'creditBalance'
  >,
): Tracked => ({
  status,
  eventId,
  flow: done.flow,
  featureSlug:
    done.featureId === null ? null : (catalog.features.get(done.featureId)?.slug ?? null),
  creditCurrencyId: done.creditCurrencyId,
  creditsDeducted: done.creditsDeducted,
  creditBalance: done.creditBalance,
})

const toRow = (
  { event, customer, now, occurredAt }: PlannedEvent,
  id: string,
  applied: AppliedEvent,
): EventRow => ({
  bucket: customer.bucket,
  environmentId: customer.environmentId,
  id,
  customerId: customer.customerId,
  eventName: event.eventName,
  quantity: event.quantity,
  properties: Object.keys(event.properties).length === 0 ? null : JSON.stringify(event.properties),
  occurredAt,
  createdAt: now,
  idempotencyKey: event.idempotencyKey,
  requestHash: event.requestHash,
  flow: applied.flow,
  featureId: applied.featureId,
  creditCurrencyId: applied.creditCurrencyId,
  accountId: applied.accountId,
  creditsDeducted: applied.creditsDeducted,
  creditBalance: applied.creditBalance,
  firstSeq: applied.firstSeq,
  lastSeq: applied.lastSeq,
  effects: encodeEffects(applied.effects),
})

function addToDay(
  days: Map<string, DayTotal>,
  { mapKey, bucket, environmentId, customerId }: TrackedCustomer,
  occurredAt: Date,
  { eventName, quantity }: UsageEvent,
): void {
  const day = utcDay(occurredAt)
  const dayKey = `${mapKey}\0${day}\0${eventName}`
  const dayTotal = days.get(dayKey)
  if (dayTotal) dayTotal.total = add(dayTotal.total, quantity)
  else days.set(dayKey, { bucket, environmentId, customerId, day, eventName, total: quantity })
}
