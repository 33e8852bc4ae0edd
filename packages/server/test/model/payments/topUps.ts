import { compare } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { balanceOf, giveGrant, openWallet, settle } from '../credits/wallet.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId, type Wallet } from '../state.ts'
import { addAttempt, decide, store, thresholdOf } from './autoTopUps.ts'
import type { Attempt, Behaviour, Method, Payment, PaymentStatus, PurchaseTerms } from './money.ts'
import { keepMethod } from './paymentMethods.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DEFAULT_PRIORITY = 100

export interface TopUpRequest {
  readonly creditCurrencyId: string
  readonly terms: PurchaseTerms
  readonly forceForm: boolean
  readonly withoutMethod: 'TOPUP_REQUIRES_PM' | 'PACKAGE_REQUIRES_PM'
}

/** Writes down an attempt and its payment before anything is charged; or does all of it. */
export function beginTopUp(
  customer: Customer,
  { creditCurrencyId, terms, forceForm, withoutMethod }: TopUpRequest,
  now: Date,
): { attemptId: string } | { answer: Answer } {
  const { money, collectionMethod } = customer
  if ((customer.wallets.get(creditCurrencyId)?.status ?? 'active') !== 'active') {
    return { answer: refused('invalid_state') }
  }
  const isInvoiced = terms.charge === 0 || (collectionMethod === 'send_invoice' && !forceForm)
  const methodId = forceForm ? null : money.defaultMethodId
  if (!isInvoiced && !forceForm && methodId === null) return { answer: refused(withoutMethod) }
  const wallet = openWallet(customer, creditCurrencyId)
  settle(wallet, now)
  store(customer, now)
  const attempt = addAttempt(customer, wallet, 'manual', now)
  if (forceForm) attempt.fundingMethod = 'charge_automatically'
  attempt.terms = terms
  if (!isInvoiced) {
    attempt.payment = newPayment(customer, methodId)
    return { attemptId: attempt.id }
  }
  payLater(customer, wallet, attempt, now)
  const named = { subscriptionId: null, invoiceId: null }
  if (terms.charge === 0) {
    const reason = 'It costs nothing: the credits are there.'
    return { answer: ok({ kind: 'no_action', reason, ...named }) }
  }
  const line = { lineAmount: terms.charge, currency: 'usd', grantId: attempt.grantId }
  return { answer: ok({ kind: 'invoice_added', ...line, ...named }) }
}

const newPayment = (customer: Customer, methodId: string | null): Payment => ({
  id: nextId(customer, 'payment'),
  flow: methodId === null ? 'form' : 'off_session',
  methodId,
  status: 'pending',
  atProvider: null,
  refunded: 0,
  completedAt: null,
})

/** What somebody who asked for a top-up is told, as it stands. */
export function answerTopUp(attempt: Attempt, mayBeSilent: boolean): Answer {
  const { payment, terms, grantId } = attempt
  if (!payment || !terms) throw new Error('an attempt that is answered was paid for')
  const settled = {
    amount: terms.charge,
    currency: 'usd',
    subscriptionId: null,
    invoiceId: null,
  }
  switch (payment.status) {
    case 'succeeded':
      return ok({ kind: 'charged_inline', paymentId: payment.id, grantId, ...settled })
    case 'failed':
    case 'canceled':
      return refused('card_declined')
    case 'requires_action':
      return payment.flow === 'form'
        ? ok({ kind: 'requires_form', checkoutSessionId: null, ...settled })
        : refused('authentication_required')
    case 'pending':
      if (!mayBeSilent) return { status: 0, body: 'nothing kept the provider from answering' }
      if (payment.flow === 'form') return refused('unavailable')
      return ok({ kind: 'processing', paymentId: payment.id, ...settled })
  }
}

/** Acts on what a debit left: decides, and begins to pay. */
export function fire(
  catalog: Catalog,
  customer: Customer,
  attempt: Attempt,
  now: Date,
): 'pays' | 'invoiced' | Attempt['skipReason'] | 'impossible' {
  if (attempt.status !== 'pending' || attempt.terms) return 'impossible'
  const wallet = openWallet(customer, attempt.creditCurrencyId)
  settle(wallet, now)
  store(customer, now)
  const decision = decide(catalog, customer, wallet, now, attempt)
  if (typeof decision === 'string') {
    end(customer, attempt, { status: 'skipped', skipReason: decision }, now)
    return decision
  }
  attempt.terms = decision
  attempt.fundingMethod = customer.collectionMethod
  if (decision.charge === 0 || customer.collectionMethod === 'send_invoice') {
    payLater(customer, wallet, attempt, now)
    return 'invoiced'
  }
  attempt.payment = newPayment(customer, customer.money.defaultMethodId)
  return 'pays'
}

/** A sweep refills what is low although no debit brings it down. */
export function refill(catalog: Catalog, customer: Customer, currencyId: string, now: Date) {
  const wallet = customer.wallets.get(currencyId)
  if (!wallet) return false
  settle(wallet, now)
  store(customer, now)
  const threshold = thresholdOf(wallet)
  if (threshold === null || compare(balanceOf(wallet), threshold) > 0) return false
  if (typeof decide(catalog, customer, wallet, now, null) === 'string') return false
  addAttempt(customer, wallet, 'sweeper_replay', now)
  return true
}

/** How the provider may say that a payment stands, given what the customer pays with. */
export interface Told {
  readonly status: PaymentStatus
  readonly errorCode: string | null
  /** Since it was sent 23 hours have passed, so that a question may find nothing. */
  readonly isOld: boolean
}

/** Books what became of a payment; null when it cannot have become that. */
export function settleAttempt(
  customer: Customer,
  attempt: Attempt,
  told: Told,
  now: Date,
): string | null {
  const { payment, terms } = attempt
  if (attempt.status !== 'pending' || !payment || !terms) return 'it is not being paid'
  const method = customer.money.methods.find(({ id }) => id === payment.methodId)
  if (!couldBecome(attempt, payment, method, told)) {
    return `a ${payment.flow} payment with ${method?.behaviour} cannot be that`
  }
  payment.status = told.status
  if (told.status === 'requires_action' || told.status === 'pending') return null
  payment.completedAt = now
  tellOf(customer, told.status === 'succeeded' ? 'payment.succeeded' : 'payment.failed')
  if (told.status === 'succeeded') {
    if (payment.flow === 'form') {
      payment.methodId = keepMethod(customer, 'success', undefined, now).id
    }
    succeed(customer, openWallet(customer, attempt.creditCurrencyId), attempt, now)
  } else {
    end(customer, attempt, { status: 'failed', errorCode: told.errorCode ?? 'canceled' }, now)
  }
  return null
}

const REFUSALS: Partial<Record<Behaviour, string>> = {
  decline: 'generic_decline',
  fails_later: 'generic_decline',
  insufficient_funds: 'insufficient_funds',
}

/** Whether a payment can have become what the provider is said to have told. */
export function couldBecome(
  { trigger }: Pick<Attempt, 'trigger'>,
  { flow, status, atProvider }: Pick<Payment, 'flow' | 'status' | 'atProvider'>,
  method: Method | undefined,
  told: Told,
): boolean {
  const isChallenged = flow === 'form' || method?.behaviour === 'challenge_always'
  switch (told.status) {
    case 'succeeded':
      return isChallenged ? atProvider === 'paid' : method?.behaviour === 'success'
    case 'requires_action':
      return isChallenged && trigger === 'manual'
    case 'canceled':
      return isChallenged && (trigger !== 'manual' || told.isOld)
    case 'failed':
      if (told.errorCode === 'never_arrived') return told.isOld && status === 'pending'
      if (told.errorCode === 'resource_missing') return method?.isDetached === true
      if (flow === 'form') return false
      if (!isChallenged) return REFUSALS[method?.behaviour ?? 'success'] === told.errorCode
      return told.errorCode === 'authentication_failed'
        ? atProvider === 'failed'
        : told.errorCode === 'authentication_required' && trigger !== 'manual'
    case 'pending':
      return false
  }
}

/** The credits come now, and what they cost stands on the next invoice. */
function payLater(customer: Customer, wallet: Wallet, attempt: Attempt, now: Date): void {
  attempt.isInvoiced = (attempt.terms?.charge ?? 0) > 0
  succeed(customer, wallet, attempt, now)
}

function succeed(customer: Customer, wallet: Wallet, attempt: Attempt, now: Date): void {
  const { terms, trigger } = attempt
  if (!terms) throw new Error('nothing was bought')
  const { expiresAfterDays, creditPackageId } = terms
  const bought = creditPackageId === null ? 'TOP_UP' : 'PACKAGE_PURCHASE'
  settle(wallet, now)
  const { id } = giveGrant(
    wallet,
    {
      reason: trigger === 'manual' ? bought : 'AUTO_TOP_UP',
      amount: terms.credits,
      priority: terms.priority ?? DEFAULT_PRIORITY,
      expiresAt:
        expiresAfterDays === null ? null : new Date(now.getTime() + expiresAfterDays * DAY_MS),
      description: terms.description,
      creditPackageId,
      attemptId: attempt.id,
    },
    now,
  )
  store(customer, now)
  end(customer, attempt, { status: 'succeeded', grantId: id }, now)
}

function end(customer: Customer, attempt: Attempt, how: Partial<Attempt>, now: Date): void {
  Object.assign(attempt, how, { completedAt: now })
  tellOf(customer, `topup.${attempt.status}`)
}

export const tellOf = (customer: Customer, message: string): void => {
  customer.money.told = [...customer.money.told, message]
}
