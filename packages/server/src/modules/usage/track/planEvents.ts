import type { Clock } from '../../../kernel/clock.ts'
import { currentTimeOf } from '../../customers/core.ts'
import type { UsageEvent } from '../event/event.core.ts'
import type { EventStep } from './computeEvents.ts'
import { limitedSuggestions } from './nearestName.core.ts'
import { type Needs, needsOf, usageEventMapKey } from './needs.core.ts'
import { planEvent, type Rejection, type TrackedCustomer } from './planEvent.core.ts'

export interface TrackItem {
  environmentId: string
  bucket: number
  /** By `customerMapKey`. Computed once, because it is used often. */
  mapKey: string
  event: UsageEvent
}

/** A customer, and its frozen time if it is on a test clock. */
export interface ClockedCustomer extends TrackedCustomer {
  frozenTime: Date | null
}

export interface TrackPlan {
  subjects: ReadonlyMap<string, ClockedCustomer>
  at: Date
  steps: readonly (EventStep | Rejection)[]
  needs: Needs
}

/** Plans a batch: the changes of each event and the rows that they need. */
export function planEvents(
  items: readonly TrackItem[],
  subjects: ReadonlyMap<string, ClockedCustomer>,
  clock: Clock,
): TrackPlan {
  const at = clock.now()
  const suggest = limitedSuggestions()
  const steps = items.map(({ mapKey, event }): EventStep | Rejection => {
    const customer = subjects.get(mapKey)
    if (!customer) return customerNotFound(event.customerId)
    const now = currentTimeOf(customer, clock.now())
    return {
      customer,
      event,
      eventMapKey:
        event.idempotencyKey === null ? null : usageEventMapKey(mapKey, event.idempotencyKey),
      plan: planEvent(customer, event, now, suggest),
    }
  })
  const knownSteps = steps.filter((step): step is EventStep => 'plan' in step)
  const planned = knownSteps.flatMap((step) => ('event' in step.plan ? [step.plan] : []))
  return { subjects, at, steps, needs: needsOf(knownSteps, planned) }
}

const customerNotFound = (customerId: string): Rejection => ({
  reason: 'customer_not_found',
  message: `No customer ${JSON.stringify(customerId)} in this environment; create it with PUT /v1/customers/:id.`,
})
