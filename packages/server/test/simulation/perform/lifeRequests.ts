import { instantsAhead } from '../../model/clocks.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import { itemsOf } from '../../model/subscriptions/items.ts'
import type { LifeIntent } from '../script/script.ts'
import { findBySlug, type Setting } from './request.ts'

const choose = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]

/**
 * Turns an intent about a subscription's life into operations. Returns null if the customer has no
 * suitable object.
 */
export function lifeOperations(
  intent: LifeIntent,
  customer: Customer,
  { catalog, mayNotRespond, nextFlow }: Setting,
  subscriptionId: (pick: number) => string | undefined,
): Operation[] | null {
  switch (intent.kind) {
    case 'pauseSubscription': {
      const id = subscriptionId(intent.pick)
      return id === undefined ? null : [{ kind: 'pause', subscriptionId: id }]
    }
    case 'addItem': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      const flow = nextFlow()
      return [
        { kind: 'beginAddItem', flow, subscriptionId: id, planId },
        { kind: 'answerFlow', flow, mayNotRespond },
      ]
    }
    case 'removeItem': {
      const parents = customer.subscriptions.filter(
        (subscription) => itemsOf(customer, subscription).length > 0,
      )
      const parent = choose(parents, intent.pick)
      const item = parent && choose(itemsOf(customer, parent), intent.pick)
      if (!parent || !item) return null
      const { when } = intent
      return [{ kind: 'removeItem', subscriptionId: parent.id, itemId: item.id, when }]
    }
    case 'finishSetup':
      return [{ kind: 'finishSetup' }]
    case 'migratePlan': {
      const { when, dryRun } = intent
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      // The messages to the merchant show which subscriptions are migrated.
      return [dryRun ? { kind: 'previewMigration', planId, when } : { kind: 'askMigration', when }]
    }
    case 'advanceClock': {
      const to = destinationOf(intent, customer)
      return to === null ? null : [{ kind: 'advanceClock', to }]
    }
  }
}

/** The target of a clock: a due instant, an instant near it, or a distance forward or back. */
function destinationOf(
  { by, toPeriod = 0, offset = 0 }: Extract<LifeIntent, { kind: 'advanceClock' }>,
  customer: Customer,
): Date | null {
  const { clock } = customer
  if (!clock) return null
  const now = clock.now.getTime()
  if (by !== undefined) return new Date(now + by)
  const ahead = instantsAhead(customer)
    .map((at) => at.getTime() + offset)
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)
  const at = choose(ahead, toPeriod)
  return at === undefined ? null : new Date(at)
}
