import { type Amount, add } from '../../kernel/amount.ts'
import { newIdInBucket } from '../../kernel/ids.ts'
import { utcDay } from '../../kernel/utcDay.ts'
import type { OutboxMessage } from '../../platform/db/outbox.ts'
import type { Pipelined } from '../../platform/db/pipeline.ts'
import type { Session } from '../../platform/db/session.ts'
import { newWallet, saveWallets, type Wallet } from '../credits/index.ts'
import { type Applied, applyEvent, type Flow } from './core/applyEvent.ts'
import type { Book } from './core/book.ts'
import { encodeEffects } from './core/effects.ts'
import type { UsageEvent } from './core/event.ts'
import type { Wallets } from './core/pay.ts'
import type { Customer, PlannedEvent, Rejection } from './core/plannedEvent.ts'
import type { EventRow, FirstResult } from './store/events.ts'
import { type DayTotal, saveUsage } from './store/saveUsage.ts'

/** What became of an accepted event, or of the first one with its key. */
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

/** An event of a customer that is there, and what it will touch. */
export interface Step {
  customer: Customer
  event: UsageEvent
  /** Of its idempotency key, by `eventKeyName`. */
  keyName: string | null
  plan: PlannedEvent | Rejection
}

/** Computes every event in order and sends what they changed. */
export function recordEvents(
  session: Session,
  steps: readonly (Step | Rejection)[],
  first: Map<string, FirstResult>,
  book: Book,
  opened: ReadonlyMap<string, Wallet[]>,
): Pipelined<TrackOutcome[]> {
  const rows: EventRow[] = []
  const days = new Map<string, DayTotal>()
  const messages: OutboxMessage[] = []
  const walletsOf = walletsByCustomer(opened)
  const result = steps.map((step): TrackOutcome => {
    if ('reason' in step) return step
    const { event, customer, plan } = step
    // Before anything else: a key that was taken answers the same for good.
    const earlier = findEarlier(step, first)
    if (earlier) return earlier
    if ('reason' in plan) return plan
    const { now, occurredAt } = plan
    const id = newIdInBucket('usageEvent', customer.bucket)
    const applied = applyEvent(plan, id, book, walletsOf(customer, now))
    if ('reason' in applied) return applied
    rows.push(toRow(plan, id, applied))
    remember(first, step, id, applied)
    addToDay(days, customer, occurredAt, event)
    for (const message of applied.messages) {
      const { bucket, environmentId, customerId } = customer
      messages.push({ ...message, bucket, environmentId, customerId, createdAt: now })
    }
    return tracked('accepted', customer, id, applied)
  })
  const writes = [
    saveWallets(session, walletsOf.all()),
    ...saveUsage(session, { events: rows, book, days: [...days.values()], messages }),
  ]
  return { result, writes }
}

/** The wallets of each customer; those that are made on the way are kept with the others. */
function walletsByCustomer(opened: ReadonlyMap<string, Wallet[]>) {
  const lists = new Map([...opened].map(([name, wallets]) => [name, [...wallets]]))
  const walletsOf = (customer: Customer, now: Date): Wallets => {
    const { environmentId, customerId, bucket, name } = customer
    const wallets = lists.get(name) ?? []
    lists.set(name, wallets)
    return {
      find: (currencyId) => wallets.find((wallet) => wallet.creditCurrencyId === currencyId),
      create: (creditCurrencyId) => {
        const wallet = newWallet({ bucket, environmentId, customerId, creditCurrencyId }, now)
        wallets.push(wallet)
        return wallet
      },
    }
  }
  walletsOf.all = () => [...lists.values()].flat()
  return walletsOf
}

function findEarlier(
  { event, customer, keyName }: Step,
  first: ReadonlyMap<string, FirstResult>,
): TrackOutcome | null {
  if (keyName === null) return null
  const result = first.get(keyName)
  if (!result) return null
  if (result.requestHash === event.requestHash) {
    return tracked('duplicate', customer, result.id, result)
  }
  return {
    reason: 'idempotency_key_reused',
    message: `The idempotencyKey ${JSON.stringify(event.idempotencyKey)} was used for another event of this customer; use a new key for a new event.`,
  }
}

function remember(
  first: Map<string, FirstResult>,
  { event, customer, keyName }: Step,
  id: string,
  applied: Applied,
): void {
  const { idempotencyKey, requestHash } = event
  if (keyName === null || idempotencyKey === null || requestHash === null) return
  const { bucket, environmentId, customerId } = customer
  const key = { bucket, environmentId, customerId, idempotencyKey }
  first.set(keyName, { ...applied, ...key, id, requestHash })
}

const tracked = (
  status: Tracked['status'],
  { catalog }: Customer,
  eventId: string,
  done: Pick<
    Applied,
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
  applied: Applied,
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
  { name, bucket, environmentId, customerId }: Customer,
  occurredAt: Date,
  { eventName, quantity }: UsageEvent,
): void {
  const day = utcDay(occurredAt)
  const place = `${name}\0${day}\0${eventName}`
  const known = days.get(place)
  if (known) known.total = add(known.total, quantity)
  else days.set(place, { bucket, environmentId, customerId, day, eventName, total: quantity })
}
