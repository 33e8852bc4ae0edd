import { type ErrorCode, errorTable } from '@purser/contract'
import type { Amount } from '../../src/kernel/amount.ts'
import type { Catalog, Properties, Terms } from './catalog.ts'
import type { CheckoutOperation } from './checkout/checkoutOperations.ts'
import type { PlanGrant } from './credits/planGrants.ts'
import type { Probe } from './entitlements/check.ts'
import type { InvoiceOperation } from './invoicing/invoiceOperations.ts'
import type { DisputeOperation } from './payments/disputes.ts'
import type { PaymentOperation } from './payments/paymentOperations.ts'
import type { Customer, Wallet } from './state.ts'
import type { BillingOperation } from './subscriptions/billingOperations.ts'
import type { LifeOperation } from './subscriptions/lifeOperations.ts'
import type { Rejection, TrackedEvent } from './usage/track.ts'

type PlanGrantRequest = Omit<PlanGrant, 'planId' | 'planVersion' | 'rule'>

/** An operation on one customer, or a question about that customer. */
export type Operation =
  | BillingOperation
  | InvoiceOperation
  | CheckoutOperation
  | DisputeOperation
  | LifeOperation
  | PaymentOperation
  | { kind: 'track'; event: TrackedEvent }
  | ({ kind: 'check' | 'checkCustomer' } & Probe)
  | { kind: 'checkBatch'; featureSlugs: readonly string[] }
  | { kind: 'listEntitlements' }
  | { kind: 'readWallets' }
  | { kind: 'readLedger' | 'readStats'; creditCurrencyId: string }
  | { kind: 'readMeter'; metricId: string }
  | { kind: 'readReservation'; reservationId: string }
  | {
      kind: 'grant'
      creditCurrencyId: string
      amount: Amount
      reason: 'GRANT' | 'PROMO'
      priority?: number
      expiresAt?: Date | null
    }
  | { kind: 'void'; grantId: string }
  | { kind: 'adjust'; creditCurrencyId: string; amount: Amount }
  | {
      kind: 'reserve'
      of: { creditCurrencyId: string; amount: Amount } | FeatureUse
      expiresInSeconds: number
    }
  | { kind: 'extend'; reservationId: string; expiresInSeconds: number }
  | { kind: 'capture'; reservationId: string; amount: Amount; final: boolean }
  | { kind: 'release'; reservationId: string }
  | { kind: 'reverse'; eventId: string }
  | ({ kind: 'grantPlanCredits'; reason: 'PLAN_GRANT' | 'DRIP' } & PlanGrantRequest)
  | ({ kind: 'rollOver'; endedAt: Date } & PlanGrantRequest)
  | { kind: 'attach'; planId: string; billingAnchor: Date }
  | { kind: 'detach'; planId: string }
  | { kind: 'putOverride'; featureSlug: string; terms: Terms | null }
  | { kind: 'deleteOverride'; featureSlug: string }
  | { kind: 'sweep' }
  | { kind: 'setStatus'; creditCurrencyId: string; status: Wallet['status'] }
  | { kind: 'markInvoiced'; subscriptionId: string; through: Date }

interface FeatureUse {
  featureSlug: string
  quantity: Amount
  properties: Properties
}

export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** The response of the API: a body or an error code. Ids in it are model ids. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly code?: ErrorCode
  readonly rejected?: Rejection
  /**
   * An alternative response that is equally correct, for example when the provider may or may not
   * have responded.
   */
  readonly or?: Answer
}

/** Handlers for some kinds of operations. They may mutate the customer. */
export type Handlers<Kind extends Operation['kind']> = {
  [Each in Kind]: (
    context: { readonly catalog: Catalog; readonly customer: Customer; readonly now: Date },
    operation: OperationOf<Each>,
  ) => Answer
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const refused = (code: ErrorCode): Answer => ({ status: errorTable[code].status, code })
