import { isDeepStrictEqual } from 'node:util'
import { type Catalog, planOf } from '../../model/catalog.ts'
import type { Operation } from '../../model/operation.ts'
import type { Customer, Subscription } from '../../model/state.ts'
import { nextDrip } from '../../model/subscriptions/periodCredits.ts'
import type { Identities } from '../observe/identities.ts'
import type { Heard, ObservedBilling } from '../observe/observeBilling.ts'

/** After so long the provider may be asked about a payment without being sent it again. */
const OLD_MS = 23 * 60 * 60 * 1000

/** What somebody did to what a customer is billed for. */
export interface BillingSteps {
  /** In the order in which the merchant was told of it. */
  readonly ordered: readonly Operation[]
  /** Payments that the schedule began, in their order. */
  readonly begun: readonly Operation[]
  /** Of each subscription, in their order. */
  readonly drips: readonly (readonly Operation[])[]
  /** Some time in the round. */
  readonly others: readonly Operation[]
}

/**
 * What workers did in a round, and requests after their first part: told by the new words to the
 * merchant and by rows that are new. Whether it could be, and what it brings about, is for the
 * model to say.
 */
export function billingSteps(
  catalog: Catalog,
  before: Customer,
  identities: Identities,
  observed: ObservedBilling,
  now: Date,
): BillingSteps {
  const { billing, heard, sent } = observed
  const isOld = (index: number): boolean => now.getTime() - (sent[index]?.getTime() ?? 0) >= OLD_MS
  const settle = (index: number): Operation[] => {
    const payment = billing.payments[index]
    if (!payment || payment.status === before.billing.payments[index]?.status) return []
    const { status, errorCode, isExternal } = payment
    if (status === 'pending' || isExternal) return []
    return [{ kind: 'settleInvoicePayment', index, status, errorCode, isOld: isOld(index) }]
  }
  const words = newWords(before, heard)
  const ordered = words.flatMap(({ word, prior }): Operation[] => {
    if (word.type === 'invoice.voided') {
      // Others are voided by whoever ends what they are for.
      const isOfChange = billing.invoices.some(
        ({ id, reason }) => id === word.data.id && reason === 'change',
      )
      return isOfChange ? [{ kind: 'closeChange', invoiceId: String(word.data.id) }] : []
    }
    if (word.type === 'invoice.finalized') {
      const isOfLines = billing.invoices.some(
        ({ id, reason }) => id === word.data.id && reason === 'pending_lines',
      )
      return isOfLines ? [{ kind: 'billPending' }] : []
    }
    if (!word.type.startsWith('payment.')) return [...begins(word, prior), ...stepsOf(word, prior)]
    const index = billing.payments.findIndex(({ id }) => id === word.data.id)
    return index < 0 ? [] : settle(index)
  })
  const begun = billing.payments.flatMap(({ invoiceId, isUnattended }, index): Operation[] =>
    index < before.billing.payments.length || !isUnattended
      ? []
      : [{ kind: 'collect', invoiceId, index }],
  )
  const asking = billing.payments.flatMap(({ status }, index) =>
    status === 'requires_action' ? settle(index) : [],
  )
  const drips = dripSteps(catalog, before, identities, observed, words)
  const ended = billing.sessions.flatMap(({ id, status }): Operation[] => {
    const known = before.billing.sessions.find((each) => each.id === identities.toModel(id))
    if (status === 'pending' || status === known?.status) return []
    return [{ kind: 'endCheckout', sessionId: id, became: status as 'completed' | 'expired' }]
  })
  const waiting = billing.subscriptions.flatMap(({ id, status, incompleteUntil }): Operation[] => {
    const known = before.subscriptions.find((each) => each.id === identities.toModel(id))
    const until = known?.contract?.incompleteUntil
    const isLater = until && incompleteUntil && instant(incompleteUntil) > until
    return isLater && status === 'incomplete' ? [{ kind: 'waitOn', subscriptionId: id }] : []
  })
  const disputed = billing.disputes.flatMap(({ id, status }): Operation[] => {
    const known = before.billing.disputes.find((each) => each.id === identities.toModel(id))
    if (known?.status === status) return []
    return [{ kind: 'hearDispute', disputeId: id, status: status as 'open' | 'won' | 'lost' }]
  })
  const others = [...asking, ...ended, ...waiting, ...disputed]
  return { ordered, begun, drips, others }
}

interface NewWord {
  readonly word: Heard
  /** What was last said of the same subscription. */
  readonly prior: Heard['data'] | null
}

/** Which words are new; one about a payment that is not of an invoice is left out further on. */
function newWords(before: Customer, heard: readonly Heard[]): NewWord[] {
  const last = new Map<unknown, Heard['data']>()
  let told = 0
  return heard.flatMap((word) => {
    const isPayment = word.type.startsWith('payment.')
    if (!isPayment) told += 1
    const prior = last.get(word.data.id) ?? null
    if (word.type.startsWith('subscription.')) last.set(word.data.id, word.data)
    return isPayment || told > before.billing.told.length ? [{ word, prior }] : []
  })
}

const instant = (value: unknown): Date => new Date(String(value))

/** Nobody but a migration moves a subscription to a newer version of the plan that it has. */
function movedBy(data: Heard['data'], prior: Heard['data']): Operation[] {
  const subscriptionId = String(data.id)
  if (data.planId !== prior.planId) return []
  if (Number(data.planVersion) > Number(prior.planVersion)) {
    return [{ kind: 'migrate', subscriptionId, when: 'now' }]
  }
  const next = data.pendingChange as Heard['data'] | null
  const isSame = isDeepStrictEqual(next, prior.pendingChange)
  return next?.planId === data.planId && next?.planVersion !== data.planVersion && !isSame
    ? [{ kind: 'migrate', subscriptionId, when: 'period_end' }]
    : []
}

/** What begins by itself, or with a card, has no period before; what begins with a payment has one. */
const begins = ({ type, data }: Heard, prior: Heard['data'] | null): Operation[] => {
  const isBeginning = type === 'subscription.activated' && !prior?.currentBillingPeriodStart
  return isBeginning || (type === 'subscription.updated' && data.status === 'incomplete')
    ? [{ kind: 'begin', subscriptionId: String(data.id) }]
    : []
}

/** Whether the period before is over, and the one of which a word tells began at its end. */
const isRenewal = (data: Heard['data'], prior: Heard['data'] | null): boolean =>
  prior?.currentBillingPeriodEnd != null &&
  prior.status !== 'paused' &&
  data.currentBillingPeriodStart === prior.currentBillingPeriodEnd

/** What a word says was done by itself; what a request did is known from the request. */
function stepsOf({ type, data }: Heard, prior: Heard['data'] | null): Operation[] {
  const id = String(data.id)
  switch (type) {
    case 'subscription.trial_will_end': {
      const notice = instant(prior?.trialEndsAt).getTime() - 3 * 24 * 60 * 60 * 1000
      const began = instant(prior?.currentBillingPeriodStart).getTime()
      const at = new Date(Math.max(notice, began))
      return [{ kind: 'advance', subscriptionId: id, step: 'noticeTrialEnd', at }]
    }
    case 'subscription.updated': {
      if (prior && !isRenewal(data, prior)) return movedBy(data, prior)
      if (!prior) return []
      const at = instant(prior.currentBillingPeriodEnd)
      const step = prior.status === 'trialing' ? 'endTrial' : 'renew'
      return [{ kind: 'advance', subscriptionId: id, step, at }]
    }
    case 'subscription.canceled': {
      if (prior?.status === 'incomplete') {
        const became = data.status as 'canceled' | 'incomplete_expired'
        return [{ kind: 'expire', subscriptionId: id, became }]
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
 * Drips go without a word: they are those that lie between what was to come next and what comes
 * next now, for each subscription in their order. One that may not have come about before its plan
 * was left is nothing to the model then.
 */
function dripSteps(
  catalog: Catalog,
  before: Customer,
  identities: Identities,
  { billing }: ObservedBilling,
  words: readonly NewWord[],
): Operation[][] {
  return billing.subscriptions.map(({ id, nextDripAt }) => {
    const known = before.subscriptions.find((each) => each.id === identities.toModel(id))
    let at = known?.contract?.nextDripAt ?? null
    let place: Pick<Subscription, 'planId' | 'planVersion' | 'billingAnchor'> | undefined = known
    const steps: Operation[] = []
    const dripUntil = (isReached: (at: Date) => boolean): void => {
      while (at !== null && place && isReached(at)) {
        steps.push({ kind: 'advance', subscriptionId: id, step: 'drip', at })
        at = nextDrip(planOf(catalog, place), place, at, before.timezone)
      }
    }
    const goOn = ({ planId, planVersion, billingAnchor }: Heard['data'], after: Date): void => {
      place = {
        planId: String(planId),
        planVersion: Number(planVersion),
        billingAnchor: instant(billingAnchor),
      }
      at = nextDrip(planOf(catalog, place), place, after, before.timezone)
    }
    for (const { word, prior } of words) {
      if (word.data.id !== id) continue
      const { type, data } = word
      const start = instant(data.currentBillingPeriodStart)
      if (type === 'subscription.canceled') {
        dripUntil((due) => due <= word.at)
        at = null
      } else if (type === 'subscription.activated') goOn(data, start)
      else if (type === 'subscription.updated' && isRenewal(data, prior)) {
        dripUntil((due) => due < start)
        goOn(data, start)
      } else if (type === 'subscription.updated' && data.planId !== prior?.planId) {
        dripUntil((due) => due <= word.at)
        goOn(data, word.at)
      } else if (prior && data.billingAnchor !== prior.billingAnchor) {
        // It was resumed after the time that was paid for.
        dripUntil((due) => due < start)
        goOn(data, start)
      }
    }
    if (nextDripAt !== null) dripUntil((due) => due < instant(nextDripAt))
    return steps
  })
}
