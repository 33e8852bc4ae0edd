import { isDeepStrictEqual } from 'node:util'
import { type Catalog, planOf } from '../../model/catalog.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer, Subscription } from '../../model/state.ts'
import { nextDrip } from '../../model/subscriptions/periodCredits.ts'
import type { Identities } from '../observe/identities.ts'
import type { ObservedBilling, OutboxMessage } from '../observe/observeBilling.ts'

/** After this time Purser asks the provider about a payment without sending it again. */
const OLD_MS = 23 * 60 * 60 * 1000

/** The billing operations that requests and workers performed in a round. */
export interface BillingSteps {
  /** In the order of the messages to the merchant. */
  readonly ordered: readonly Operation[]
  /** Payments that the schedule started, in order. */
  readonly startedPayments: readonly Operation[]
  /** The drips of each subscription, in order. */
  readonly drips: readonly (readonly Operation[])[]
  /** Operations that were performed at an unknown time in the round. */
  readonly unordered: readonly Operation[]
}

/**
 * Derives the work of workers, and of requests after their first operation, from new messages and
 * new rows. The model decides whether each step was possible and which effects it has.
 */
export function billingSteps(
  catalog: Catalog,
  before: Customer,
  identities: Identities,
  observed: ObservedBilling,
  now: Date,
): BillingSteps {
  const { billing, messages, sent } = observed
  const isOld = (index: number): boolean => now.getTime() - (sent[index]?.getTime() ?? 0) >= OLD_MS
  const settle = (index: number): Operation[] => {
    const payment = billing.payments[index]
    if (!payment || payment.status === before.billing.payments[index]?.status) return []
    const { status, errorCode, isExternal } = payment
    if (status === 'pending' || isExternal) return []
    return [{ kind: 'settleInvoicePayment', index, status, errorCode, isOld: isOld(index) }]
  }
  const updates = newMessages(before, messages)
  const ordered = updates.flatMap(({ message, prior }): Operation[] => {
    if (message.type === 'invoice.voided') {
      // Other invoices are voided by the operation that ends their subscription.
      const isOfChange = billing.invoices.some(
        ({ id, reason }) => id === message.data.id && reason === 'change',
      )
      return isOfChange ? [{ kind: 'closeChange', invoiceId: String(message.data.id) }] : []
    }
    if (message.type === 'invoice.finalized') {
      const isOfLines = billing.invoices.some(
        ({ id, reason }) => id === message.data.id && reason === 'pending_lines',
      )
      return isOfLines ? [{ kind: 'billPending' }] : []
    }
    if (!message.type.startsWith('payment.'))
      return [...startSteps(message, prior), ...scheduledSteps(message, prior)]
    const index = billing.payments.findIndex(({ id }) => id === message.data.id)
    return index < 0 ? [] : settle(index)
  })
  const startedPayments = billing.payments.flatMap(
    ({ invoiceId, isUnattended }, index): Operation[] =>
      index < before.billing.payments.length || !isUnattended
        ? []
        : [{ kind: 'collect', invoiceId, index }],
  )
  const challenged = billing.payments.flatMap(({ status }, index) =>
    status === 'requires_action' ? settle(index) : [],
  )
  const drips = dripSteps(catalog, before, identities, observed, updates)
  const checkouts = billing.sessions.flatMap(({ id, status }): Operation[] => {
    const earlier = before.billing.sessions.find((each) => each.id === identities.toModel(id))
    if (status === 'pending' || status === earlier?.status) return []
    return [{ kind: 'endCheckout', sessionId: id, outcome: status as 'completed' | 'expired' }]
  })
  const deadlines = billing.subscriptions.flatMap(
    ({ id, status, incompleteUntil }): Operation[] => {
      const earlier = before.subscriptions.find((each) => each.id === identities.toModel(id))
      const until = earlier?.contract?.incompleteUntil
      const isLater = until && incompleteUntil && instant(incompleteUntil) > until
      return isLater && status === 'incomplete'
        ? [{ kind: 'extendDeadline', subscriptionId: id }]
        : []
    },
  )
  const disputes = billing.disputes.flatMap(({ id, status }): Operation[] => {
    const earlier = before.billing.disputes.find((each) => each.id === identities.toModel(id))
    if (earlier?.status === status) return []
    return [{ kind: 'reportDispute', disputeId: id, status: status as 'open' | 'won' | 'lost' }]
  })
  const unordered = [...challenged, ...checkouts, ...deadlines, ...disputes]
  return { ordered, startedPayments, drips, unordered }
}

interface NewMessage {
  readonly message: OutboxMessage
  /** The data of the previous message about the same subscription. */
  readonly prior: OutboxMessage['data'] | null
}

/** Selects the new messages. A later step drops payments that do not belong to an invoice. */
function newMessages(before: Customer, messages: readonly OutboxMessage[]): NewMessage[] {
  const last = new Map<unknown, OutboxMessage['data']>()
  let seenMessages = 0
  return messages.flatMap((message) => {
    const isPayment = message.type.startsWith('payment.')
    if (!isPayment) seenMessages += 1
    const prior = last.get(message.data.id) ?? null
    if (message.type.startsWith('subscription.')) last.set(message.data.id, message.data)
    return isPayment || seenMessages > before.billing.messages.length ? [{ message, prior }] : []
  })
}

const instant = (value: unknown): Date => new Date(String(value))

/** Only a migration moves a subscription to a newer version of its plan. */
function migrationSteps(data: OutboxMessage['data'], prior: OutboxMessage['data']): Operation[] {
  const subscriptionId = String(data.id)
  if (data.planId !== prior.planId) return []
  if (Number(data.planVersion) > Number(prior.planVersion)) {
    return [{ kind: 'migrate', subscriptionId, when: 'now' }]
  }
  const next = data.pendingChange as OutboxMessage['data'] | null
  const isSame = isDeepStrictEqual(next, prior.pendingChange)
  return next?.planId === data.planId && next?.planVersion !== data.planVersion && !isSame
    ? [{ kind: 'migrate', subscriptionId, when: 'period_end' }]
    : []
}

/**
 * A subscription that starts on schedule or with a card has no earlier period. A subscription that
 * starts with a payment has one.
 */
const startSteps = (
  { type, data }: OutboxMessage,
  prior: OutboxMessage['data'] | null,
): Operation[] => {
  const isBeginning = type === 'subscription.activated' && !prior?.currentBillingPeriodStart
  return isBeginning || (type === 'subscription.updated' && data.status === 'incomplete')
    ? [{ kind: 'begin', subscriptionId: String(data.id) }]
    : []
}

/** Checks whether the period in a message starts at the end of the previous period. */
const isRenewal = (data: OutboxMessage['data'], prior: OutboxMessage['data'] | null): boolean =>
  prior?.currentBillingPeriodEnd != null &&
  prior.status !== 'paused' &&
  data.currentBillingPeriodStart === prior.currentBillingPeriodEnd

/** The scheduled steps that a message implies. The steps of a request follow from the request. */
function scheduledSteps(
  { type, data }: OutboxMessage,
  prior: OutboxMessage['data'] | null,
): Operation[] {
  const id = String(data.id)
  switch (type) {
    case 'subscription.trial_will_end': {
      const notice = instant(prior?.trialEndsAt).getTime() - 3 * 24 * 60 * 60 * 1000
      const began = instant(prior?.currentBillingPeriodStart).getTime()
      const at = new Date(Math.max(notice, began))
      return [{ kind: 'advance', subscriptionId: id, step: 'noticeTrialEnd', at }]
    }
    case 'subscription.updated': {
      if (prior && !isRenewal(data, prior)) return migrationSteps(data, prior)
      if (!prior) return []
      const at = instant(prior.currentBillingPeriodEnd)
      const step = prior.status === 'trialing' ? 'endTrial' : 'renew'
      return [{ kind: 'advance', subscriptionId: id, step, at }]
    }
    case 'subscription.canceled': {
      if (prior?.status === 'incomplete') {
        const outcome = data.status as 'canceled' | 'incomplete_expired'
        return [{ kind: 'expire', subscriptionId: id, outcome }]
      }
      if (prior?.cancelAt == null || data.canceledAt !== prior.cancelAt) return []
      const at = instant(prior.cancelAt)
      return [{ kind: 'advance', subscriptionId: id, step: 'cancel', at }]
    }
    case 'invoice.payment_failed':
      return data.errorCode === 'no_payment_method'
        ? [{ kind: 'collect', invoiceId: id, index: null }]
        : []
    default:
      return []
  }
}

/**
 * Drips emit no message. They are derived from the old and the new time of the next drip, in order
 * for each subscription. If the customer left the plan before a drip, that drip has no effect in
 * the model.
 */
function dripSteps(
  catalog: Catalog,
  before: Customer,
  identities: Identities,
  { billing }: ObservedBilling,
  updates: readonly NewMessage[],
): Operation[][] {
  return billing.subscriptions.map(({ id, nextDripAt }) => {
    const earlier = before.subscriptions.find((each) => each.id === identities.toModel(id))
    let at = earlier?.contract?.nextDripAt ?? null
    let contract: Pick<Subscription, 'planId' | 'planVersion' | 'billingAnchor'> | undefined =
      earlier
    const steps: Operation[] = []
    const dripUntil = (isReached: (at: Date) => boolean): void => {
      while (at !== null && contract && isReached(at)) {
        steps.push({ kind: 'advance', subscriptionId: id, step: 'drip', at })
        at = nextDrip(planOf(catalog, contract), contract, at, before.timezone)
      }
    }
    const continueFrom = (
      { planId, planVersion, billingAnchor }: OutboxMessage['data'],
      after: Date,
    ): void => {
      contract = {
        planId: String(planId),
        planVersion: Number(planVersion),
        billingAnchor: instant(billingAnchor),
      }
      at = nextDrip(planOf(catalog, contract), contract, after, before.timezone)
    }
    for (const { message, prior } of updates) {
      if (message.data.id !== id) continue
      const { type, data } = message
      const start = instant(data.currentBillingPeriodStart)
      if (type === 'subscription.canceled') {
        dripUntil((due) => due <= message.at)
        at = null
      } else if (type === 'subscription.activated') continueFrom(data, start)
      else if (type === 'subscription.updated' && isRenewal(data, prior)) {
        dripUntil((due) => due < start)
        continueFrom(data, start)
      } else if (type === 'subscription.updated' && data.planId !== prior?.planId) {
        dripUntil((due) => due <= message.at)
        continueFrom(data, message.at)
      } else if (prior && data.billingAnchor !== prior.billingAnchor) {
        // The subscription was resumed after its paid period.
        dripUntil((due) => due < start)
        continueFrom(data, start)
      }
    }
    if (nextDripAt !== null) dripUntil((due) => due < instant(nextDripAt))
    return steps
  })
}
