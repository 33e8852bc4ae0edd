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

/** Operations on a subscription between its start and its end, and on test clocks. */
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
  /** Starts a subscription that waited for its start date or for a card. */
  | { kind: 'begin'; subscriptionId: string }
  /**
   * The customer saves a card in a form at the provider (`finishSetup`); Purser learns about it
   * later (`saveCard`).
   */
  | { kind: 'finishSetup' | 'saveCard' }
  | { kind: 'advanceClock'; to: Date }
  | { kind: 'askMigration'; when: 'now' | 'period_end' }
  | { kind: 'migrate'; subscriptionId: string; when: 'now' | 'period_end' }
  | { kind: 'previewMigration'; planId: string; when: 'now' | 'period_end' }

const impossible = (reason: string): Answer => ({ status: 0, body: reason })

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
    const started = addItem(catalog, customer, parent, request, now)
    customer.money.flows.set(
      flow,
      'answer' in started ? started : { invoicePaymentId: started.paymentId },
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
    // The request itself starts the trial if there is a card or none is needed.
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
    if (!customer.billing.migrations.includes(when))
      return impossible('no such migration was requested')
    const subscription = customer.subscriptions.find(({ id }) => id === subscriptionId)
    if (!subscription) return impossible('no such subscription')
    const problem = migrate(catalog, customer, subscription, when, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },

  previewMigration: ({ catalog, customer, now }, { planId, when }) =>
    ok(previewMigration(catalog, customer, planId, when, now)),

  advanceClock: ({ customer }, { to }) => {
    const { clock } = customer
    if (!clock) return impossible('the customer has no test clock')
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
