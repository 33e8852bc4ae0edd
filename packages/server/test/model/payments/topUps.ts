import { compare } from '../../../src/kernel/amount.ts'
import type { Catalog } from '../catalog.ts'
import { balanceOf, giveGrant, openWallet, settle } from '../credits/wallet.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId, type Wallet } from '../state.ts'
import { addAttempt, decide, endTransaction, thresholdOf } from './autoTopUps.ts'
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

/**
 * Records an attempt and its payment before any charge. Completes the top-up immediately if no
 * charge is needed.
 */
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
  endTransaction(customer, now)
  const attempt = addAttempt(customer, wallet, 'manual', now)
  if (forceForm) attempt.fundingMethod = 'charge_automatically'
  attempt.terms = terms
  if (!isInvoiced) {
    attempt.payment = newPayment(customer, methodId)
    return { attemptId: attempt.id }
  }
  chargeLater(customer, wallet, attempt, now)
  const references = { subscriptionId: null, invoiceId: null }
  if (terms.charge === 0) {
    const reason = 'There is nothing to pay. The credits were added.'
    return { answer: ok({ kind: 'no_action', reason, ...references }) }
  }
  const line = { lineAmount: terms.charge, currency: 'usd', grantId: attempt.grantId }
  return { answer: ok({ kind: 'invoice_added', ...line, ...references }) }
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

/** The response to a top-up request, given the current status of its payment. */
export function answerTopUp(attempt: Attempt, mayNotRespond: boolean): Answer {
  const { payment, terms, grantId } = attempt
  if (!payment || !terms) throw new Error('an attempt with a response must have a payment')
  const summary = {
    amount: terms.charge,
    currency: 'usd',
    subscriptionId: null,
    invoiceId: null,
  }
  switch (payment.status) {
    case 'succeeded':
      return ok({ kind: 'charged_inline', paymentId: payment.id, grantId, ...summary })
    case 'failed':
    case 'canceled':
      return refused('card_declined')
    case 'requires_action':
      return payment.flow === 'form'
        ? ok({ kind: 'requires_form', checkoutSessionId: null, ...summary })
        : refused('authentication_required')
    case 'pending':
      if (!mayNotRespond) return { status: 0, body: 'the provider could have responded' }
      if (payment.flow === 'form') return refused('unavailable')
      return ok({ kind: 'processing', paymentId: payment.id, ...summary })
  }
}

/** Fires the rule for an attempt that a debit created: decides, then starts the payment. */
export function fire(
  catalog: Catalog,
  customer: Customer,
  attempt: Attempt,
  now: Date,
): 'pays' | 'invoiced' | Attempt['skipReason'] | 'impossible' {
  if (attempt.status !== 'pending' || attempt.terms) return 'impossible'
  const wallet = openWallet(customer, attempt.creditCurrencyId)
  settle(wallet, now)
  endTransaction(customer, now)
  const decision = decide(catalog, customer, wallet, now, attempt)
  if (typeof decision === 'string') {
    end(customer, attempt, { status: 'skipped', skipReason: decision }, now)
    return decision
  }
  attempt.terms = decision
  attempt.fundingMethod = customer.collectionMethod
  if (decision.charge === 0 || customer.collectionMethod === 'send_invoice') {
    chargeLater(customer, wallet, attempt, now)
    return 'invoiced'
  }
  attempt.payment = newPayment(customer, customer.money.defaultMethodId)
  return 'pays'
}

/** Creates an attempt for a wallet that is low without a recent debit. Sweeps do this. */
export function refill(catalog: Catalog, customer: Customer, currencyId: string, now: Date) {
  const wallet = customer.wallets.get(currencyId)
  if (!wallet) return false
  settle(wallet, now)
  endTransaction(customer, now)
  const threshold = thresholdOf(wallet)
  if (threshold === null || compare(balanceOf(wallet), threshold) > 0) return false
  if (typeof decide(catalog, customer, wallet, now, null) === 'string') return false
  addAttempt(customer, wallet, 'sweeper_replay', now)
  return true
}

/** The status of a payment as reported by the provider. */
export interface ReportedOutcome {
  readonly status: PaymentStatus
  readonly errorCode: string | null
  /** True if the payment was sent at least 23 hours ago, so the provider may no longer find it. */
  readonly isOld: boolean
}

/** Records the outcome of a payment. Returns the reason if that outcome is impossible. */
export function settleAttempt(
  customer: Customer,
  attempt: Attempt,
  outcome: ReportedOutcome,
  now: Date,
): string | null {
  const { payment, terms } = attempt
  if (attempt.status !== 'pending' || !payment || !terms) return 'no payment of the attempt is open'
  const method = customer.money.methods.find(({ id }) => id === payment.methodId)
  if (!isPossibleOutcome(attempt, payment, method, outcome)) {
    return `a ${payment.flow} payment with ${method?.behaviour} cannot have this outcome`
  }
  payment.status = outcome.status
  if (outcome.status === 'requires_action' || outcome.status === 'pending') return null
  payment.completedAt = now
  emitMessage(customer, outcome.status === 'succeeded' ? 'payment.succeeded' : 'payment.failed')
  if (outcome.status === 'succeeded') {
    if (payment.flow === 'form') {
      payment.methodId = keepMethod(customer, 'success', undefined, now).id
    }
    succeed(customer, openWallet(customer, attempt.creditCurrencyId), attempt, now)
  } else {
    end(customer, attempt, { status: 'failed', errorCode: outcome.errorCode ?? 'canceled' }, now)
  }
  return null
}

const REFUSALS: Partial<Record<Behaviour, string>> = {
  decline: 'generic_decline',
  fails_later: 'generic_decline',
  insufficient_funds: 'insufficient_funds',
}

/** Checks whether the reported outcome is possible for this payment and payment method. */
export function isPossibleOutcome(
  { trigger }: Pick<Attempt, 'trigger'>,
  { flow, status, atProvider }: Pick<Payment, 'flow' | 'status' | 'atProvider'>,
  method: Method | undefined,
  outcome: ReportedOutcome,
): boolean {
  const isChallenged = flow === 'form' || method?.behaviour === 'challenge_always'
  switch (outcome.status) {
    case 'succeeded':
      return isChallenged ? atProvider === 'paid' : method?.behaviour === 'success'
    case 'requires_action':
      return isChallenged && trigger === 'manual'
    case 'canceled':
      return isChallenged && (trigger !== 'manual' || outcome.isOld)
    case 'failed':
      if (outcome.errorCode === 'never_arrived') return outcome.isOld && status === 'pending'
      if (outcome.errorCode === 'resource_missing') return method?.isDetached === true
      if (flow === 'form') return false
      if (!isChallenged) return REFUSALS[method?.behaviour ?? 'success'] === outcome.errorCode
      return outcome.errorCode === 'authentication_failed'
        ? atProvider === 'failed'
        : outcome.errorCode === 'authentication_required' && trigger !== 'manual'
    case 'pending':
      return false
  }
}

/** Grants the credits now and puts the charge on the next invoice. */
function chargeLater(customer: Customer, wallet: Wallet, attempt: Attempt, now: Date): void {
  attempt.isInvoiced = (attempt.terms?.charge ?? 0) > 0
  succeed(customer, wallet, attempt, now)
}

function succeed(customer: Customer, wallet: Wallet, attempt: Attempt, now: Date): void {
  const { terms, trigger } = attempt
  if (!terms) throw new Error('the attempt has no terms')
  const { expiresAfterDays, creditPackageId } = terms
  const purchaseReason = creditPackageId === null ? 'TOP_UP' : 'PACKAGE_PURCHASE'
  settle(wallet, now)
  const { id } = giveGrant(
    wallet,
    {
      reason: trigger === 'manual' ? purchaseReason : 'AUTO_TOP_UP',
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
  endTransaction(customer, now)
  end(customer, attempt, { status: 'succeeded', grantId: id }, now)
}

function end(customer: Customer, attempt: Attempt, changes: Partial<Attempt>, now: Date): void {
  Object.assign(attempt, changes, { completedAt: now })
  emitMessage(customer, `topup.${attempt.status}`)
}

export const emitMessage = (customer: Customer, message: string): void => {
  customer.money.messages = [...customer.money.messages, message]
}
