import { instantsAhead } from '../../model/clocks.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer } from '../../model/state.ts'
import { itemsOf } from '../../model/subscriptions/items.ts'
import type { LifeIntent } from '../script/script.ts'
import { findBySlug, type Setting } from './request.ts'

const chosen = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]

/** What happens to subscriptions in the course of time; null when there is nothing to do it to. */
export function lifeOperations(
  intent: LifeIntent,
  customer: Customer,
  { catalog, mayBeSilent, nextFlow }: Setting,
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
        { kind: 'answerFlow', flow, mayBeSilent },
      ]
    }
    case 'removeItem': {
      const parents = customer.subscriptions.filter(
        (subscription) => itemsOf(customer, subscription).length > 0,
      )
      const parent = chosen(parents, intent.pick)
      const item = parent && chosen(itemsOf(customer, parent), intent.pick)
      if (!parent || !item) return null
      const { when } = intent
      return [{ kind: 'removeItem', subscriptionId: parent.id, itemId: item.id, when }]
    }
    case 'finishSetup':
      return [{ kind: 'finishSetup' }]
    case 'migratePlan': {
      const { when, dryRun } = intent
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      // Who is moved is told by what the merchant is told.
      return [dryRun ? { kind: 'previewMigration', planId, when } : { kind: 'askMigration', when }]
    }
    case 'advanceClock': {
      const to = destinationOf(intent, customer)
      return to === null ? null : [{ kind: 'advanceClock', to }]
    }
  }
}

/** To a due instant or near one, so far on, or back. */
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
  const at = chosen(ahead, toPeriod)
  return at === undefined ? null : new Date(at)
}
