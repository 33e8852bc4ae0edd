import { type Answer, type Handlers, ok, refused } from '../operation.ts'
import { keepMethod } from '../payments/paymentMethods.ts'
import { subscriptionById } from '../state.ts'
import { addItem, removeItem } from './addOns.ts'
import type { Seats } from './billing.ts'
import { beginWithCard } from './creation.ts'
import { migrate, previewMigration } from './migrations.ts'
import { pause, resume } from './pauses.ts'
import { renderSubscription } from './renderBilling.ts'
import { advance } from './renewals.ts'

/** What happens to a subscription between its beginning and its end, and to the time it lives in. */
export type LifeOperation =
  | { kind: 'pause' | 'resume'; subscriptionId: string }
  | {
      kind: 'beginAddItem'
      flow: number
      subscriptionId: string
      planId: string
      quantities?: Seats
    }
  | { kind: 'removeItem'; subscriptionId: string; itemId: string; when: 'now' | 'period_end' }
  /** What waited for its time or for a card goes on. */
  | { kind: 'begin'; subscriptionId: string }
  /** A form that only saves a card is filled in at the provider; we hear of it later. */
  | { kind: 'finishSetup' | 'saveCard' }
  | { kind: 'advanceClock'; to: Date }
  | { kind: 'askMigration'; when: 'now' | 'period_end' }
  | { kind: 'migrate'; subscriptionId: string; when: 'now' | 'period_end' }
  | { kind: 'previewMigration'; planId: string; when: 'now' | 'period_end' }

const impossible = (why: string): Answer => ({ status: 0, body: why })

export const lifeHandlers: Handlers<LifeOperation['kind']> = {
  pause: ({ catalog, customer, now }, { subscriptionId }) => {
    const subscription = subscriptionById(customer, subscriptionId)
    const refusal = pause(catalog, customer, subscription, now)
    return refusal ? refused(refusal) : ok(renderSubscription(catalog, customer, subscription))
  },

  resume: ({ catalog, customer, now }, { subscriptionId }) => {
    const subscription = subscriptionById(customer, subscriptionId)
    return resume(catalog, customer, subscription, now)
      ? ok(renderSubscription(catalog, customer, subscription))
      : refused('invalid_state')
  },

  beginAddItem: ({ catalog, customer, now }, { flow, subscriptionId, kind: _, ...request }) => {
    const parent = subscriptionById(customer, subscriptionId)
    const begun = addItem(catalog, customer, parent, request, now)
    customer.money.flows.set(
      flow,
      'answer' in begun ? begun : { invoicePaymentId: begun.paymentId },
    )
    return ok(undefined)
  },

  removeItem: ({ catalog, customer, now }, { subscriptionId, itemId, when }) => {
    const parent = subscriptionById(customer, subscriptionId)
    const item = subscriptionById(customer, itemId)
    const refusal = removeItem(catalog, customer, parent, item, when, now)
    return refusal ? refused(refusal) : ok(renderSubscription(catalog, customer, parent))
  },

  begin: ({ catalog, customer, now }, { subscriptionId }) => {
    const subscription = customer.subscriptions.find(({ id }) => id === subscriptionId)
    if (!subscription) return impossible('no such subscription')
    // A request begins a trial by itself where there is a card or none is needed.
    if (subscription.givesAccess) return ok(undefined)
    const at = subscription.contract?.startsAt
    const problem = at
      ? advance(catalog, customer, subscription, { step: 'start', at }, now)
      : beginWithCard(catalog, customer, subscription, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },

  finishSetup: () => ok(undefined),
  saveCard: ({ customer, now }) => {
    keepMethod(customer, 'success', undefined, now)
    return ok(undefined)
  },

  askMigration: ({ customer: { billing } }, { when }) => {
    billing.migrations = [...billing.migrations, when]
    return ok(undefined)
  },

  migrate: ({ catalog, customer, now }, { subscriptionId, when }) => {
    if (!customer.billing.migrations.includes(when)) return impossible('nobody asked for that')
    const subscription = customer.subscriptions.find(({ id }) => id === subscriptionId)
    if (!subscription) return impossible('no such subscription')
    const problem = migrate(catalog, customer, subscription, when, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },

  previewMigration: ({ catalog, customer, now }, { planId, when }) =>
    ok(previewMigration(catalog, customer, planId, when, now)),

  advanceClock: ({ customer }, { to }) => {
    const { clock } = customer
    if (!clock) return impossible('it has no clock')
    if (clock.target !== null) return refused('invalid_state')
    if (to < clock.now) return refused('clock_moved_back')
    const isThere = to.getTime() === clock.now.getTime()
    if (!isThere) customer.clock = { ...clock, target: to, excused: [] }
    return ok({
      id: clock.id,
      name: null,
      frozenTime: clock.now.toISOString(),
      status: isThere ? 'ready' : 'advancing',
      createdAt: clock.createdAt.toISOString(),
    })
  },
}
