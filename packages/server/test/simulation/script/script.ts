import type { TaxPlace } from '../../model/invoicing/taxes.ts'
import type { Behaviour } from '../../model/payments/money.ts'
import type { DunningEnd } from '../../model/subscriptions/billing.ts'
import type { CatalogName } from './catalogs.ts'

/** A complete run. It refers to no concrete state, so parts of it can be removed. */
export interface Script {
  readonly seed: number
  readonly catalog: CatalogName
  readonly startsAt: string
  readonly customers: readonly ScriptedCustomer[]
  /** The fate of invoices whose retries all failed. Default: `cancel`. */
  readonly dunningEnd?: DunningEnd
  readonly rounds: readonly Round[]
}

export interface ScriptedCustomer {
  readonly timezone: string
  readonly bucket: number
  /**
   * The initial offset of the customer's own test clock. Absent if the customer uses the server's
   * time.
   */
  readonly clockAhead?: number
  /** The customer uses the test clock of the first customer. */
  readonly sharesClock?: true
  /** The customer pays by invoice instead of by card. */
  readonly isInvoiced?: true
  /** The place that decides the tax. Absent if there is none. */
  readonly place?: TaxPlace
}

/** The actions between two comparisons of the whole state. */
export interface Round {
  readonly move: ClockMove | null
  /** A plan that gets its alternative terms from the catalog before the round. */
  readonly edit?: string
  /** Seeds the interleaving of the statements in this round. */
  readonly interleaving: number
  /** The intents of each client run one after the other, concurrently with the other clients. */
  readonly clients: readonly (readonly Intent[])[]
}

/** Moves the customer's test clock, or the server's time if it has none. */
export type ClockMove = { readonly customer: number } & (
  | { readonly by: number }
  /** To one of the next instants at which something ends, or to a moment before or after it. */
  | { readonly toEnd: number; readonly offset: number }
  /**
   * To one of the next instants at which a subscription or an invoice is due, or to a moment before
   * or after it.
   */
  | { readonly toPeriod: number; readonly offset: number }
)

/** The index of a customer in the script. Null means an unknown customer. */
type CustomerIndex = number | null

export interface EventIntent {
  readonly customer: CustomerIndex
  readonly eventName: string
  readonly quantity?: number
  readonly properties?: Readonly<Record<string, unknown>>
  /** The distance of the timestamp from now. Absent if no timestamp is sent. */
  readonly shift?: number
  /** A fixed instant, so that a repeated event is identical. */
  readonly timestamp?: string
  readonly key?: string
}

type OfCustomer<Kind extends string, More = unknown> = More & {
  readonly kind: Kind
  readonly customer: number
}

/** Refers to the object that the client's previous call created. */
export const JUST_CREATED = -1

/**
 * `pick` chooses one of the objects that exist at the start of the round, or is `JUST_CREATED`. If
 * there are none, nothing happens.
 */
export type Intent =
  | {
      readonly kind: 'track'
      readonly events: readonly EventIntent[]
      /**
       * Sent with an Idempotency-Key, so the call runs in a separate transaction instead of a
       * batch.
       */
      readonly alone?: true
    }
  | {
      readonly kind: 'check' | 'checkCustomer'
      readonly customer: CustomerIndex
      readonly featureSlug: string
      readonly requestedUsage?: number
      readonly requestedValues?: readonly string[]
    }
  | OfCustomer<'checkBatch', { readonly featureSlugs: readonly string[] }>
  | OfCustomer<'listEntitlements' | 'readWallets'>
  | OfCustomer<'readLedger' | 'readStats', { readonly currency: string }>
  | OfCustomer<'readMeter', { readonly metric: string }>
  | OfCustomer<'readReservation', { readonly pick: number }>
  | OfCustomer<
      'grant',
      {
        readonly currency: string
        readonly amount: number
        readonly reason: 'GRANT' | 'PROMO'
        readonly priority?: number
        readonly expiresIn?: number
      }
    >
  | OfCustomer<'adjust', { readonly currency: string; readonly amount: number }>
  | OfCustomer<'void' | 'release' | 'reverse', { readonly pick: number }>
  | OfCustomer<'reserveAmount', { currency: string; amount: number; expiresInSeconds: number }>
  | OfCustomer<
      'reserveFeature',
      {
        readonly featureSlug: string
        readonly quantity: number
        readonly properties: Readonly<Record<string, unknown>>
        readonly expiresInSeconds: number
      }
    >
  | OfCustomer<'extend', { readonly pick: number; readonly expiresInSeconds: number }>
  /** A percentage of the held amount. More than 100 exceeds it. */
  | OfCustomer<
      'capture',
      { readonly pick: number; readonly share: number; readonly final: boolean }
    >
  | OfCustomer<'grantPlanCredits' | 'rollOver', { readonly pick: number; readonly rule: number }>
  | OfCustomer<'attach', { readonly plan: string; readonly anchorShift: number }>
  | OfCustomer<'detach', { readonly plan: string }>
  | OfCustomer<'putOverride', { readonly featureSlug: string; readonly body: OverrideBody }>
  | OfCustomer<'deleteOverride', { readonly featureSlug: string }>
  | OfCustomer<'setStatus', { readonly currency: string; readonly status: 'active' | 'frozen' }>
  | OfCustomer<'markInvoiced', { readonly pick: number }>
  | { readonly kind: 'sweep' }
  | PaymentIntent
  | BillingIntent
  | WorkerIntent

/** Intents about payments. */
export type PaymentIntent =
  | OfCustomer<'attachCard', { readonly behaviour: Behaviour; readonly isDefault?: boolean }>
  | OfCustomer<'setDefaultMethod' | 'detachMethod', { readonly pick: number }>
  | OfCustomer<'replaceMethod', { readonly pick: number; readonly by: number }>
  | OfCustomer<
      'setRule',
      {
        readonly currency: string
        readonly threshold: number
        /** An amount of money. Absent for a package. */
        readonly amount?: number
        readonly package?: string
        readonly monthlyChargeLimit?: number | null
      }
    >
  | OfCustomer<'disableRule', { readonly currency: string }>
  | OfCustomer<'topUp', { readonly currency: string; readonly amount: number } & FormChoice>
  | OfCustomer<'buyPackage', { readonly package: string } & FormChoice>
  /** A percentage of the payment. Absent to refund the whole remaining amount. */
  | OfCustomer<'refund', { readonly pick: number; readonly share?: number }>
  /** Completes the open form or challenge at the provider. */
  | OfCustomer<'finishPayment', { readonly pick: number; readonly card: 'success' | 'decline' }>

/** Intents about subscriptions and invoices. */
export type BillingIntent =
  | OfCustomer<
      'subscribe',
      {
        readonly plan: string
        readonly seats?: number
        readonly coupon?: string
        /** The delay of the start. Absent for an immediate start. */
        readonly startsIn?: number
        /** The distance of the anchor from now. Absent if the start is the anchor. */
        readonly anchorShift?: number
        readonly trialDays?: number
      }
    >
  | OfCustomer<'moveCustomer', { readonly place: TaxPlace }>
  | OfCustomer<'cancelSubscription', { readonly pick: number; readonly when: 'now' | 'period_end' }>
  | OfCustomer<
      'changeSubscription',
      {
        readonly pick: number
        readonly plan: string
        readonly seats?: number
        readonly when?: 'now' | 'period_end'
        /**
         * Uses the token of a preview: 1 for the latest one, 2 for the one before, or `JUST_CREATED`.
         */
        readonly token?: number
      }
    >
  | OfCustomer<
      'previewChange',
      {
        readonly pick: number
        readonly plan: string
        readonly seats?: number
        readonly when?: 'now' | 'period_end'
      }
    >
  | OfCustomer<
      'resumeSubscription' | 'voidInvoice' | 'markUncollectible',
      { readonly pick: number }
    >
  /** A percentage of the total. Absent to pay the whole remaining amount. */
  | OfCustomer<'payInvoice' | 'recordPayment', { readonly pick: number; readonly share?: number }>
  | OfCustomer<
      'creditInvoice',
      { readonly pick: number; readonly share?: number; readonly refund?: false }
    >
  /** Buys a plan, changes to it, or pays an invoice. */
  | OfCustomer<
      'openCheckout' | 'previewCheckout',
      {
        readonly purchase: 'plan' | 'change' | 'invoice'
        readonly plan: string
        readonly pick: number
      }
    >
  | OfCustomer<'readCheckout' | 'openDispute', { readonly pick: number }>
  | OfCustomer<'closeDispute', { readonly pick: number; readonly outcome: 'won' | 'lost' }>
  | OfCustomer<
      'finishInvoicePayment',
      { readonly pick: number; readonly card: 'success' | 'decline' }
    >
  | LifeIntent

/** Intents about a subscription between its start and its end, and about clocks. */
export type LifeIntent =
  | OfCustomer<'pauseSubscription', { readonly pick: number }>
  | OfCustomer<'addItem', { readonly pick: number; readonly plan: string }>
  | OfCustomer<'removeItem', { readonly pick: number; readonly when: 'now' | 'period_end' }>
  /** Completes the newest form that only saves a card. */
  | OfCustomer<'finishSetup', { readonly card: 'success' | 'decline' }>
  /** Migrates all subscribers of older versions of a plan. */
  | OfCustomer<
      'migratePlan',
      { readonly plan: string; readonly when: 'now' | 'period_end'; readonly dryRun?: true }
    >
  /** By a distance, possibly backwards, or to one of the next due instants or near it. */
  | OfCustomer<
      'advanceClock',
      { readonly by?: number; readonly toPeriod?: number; readonly offset?: number }
    >

interface FormChoice {
  readonly forceForm?: true
}

/** Actions of workers, the network and the provider. The seed decides their time. */
export type WorkerIntent =
  /** Delivers an event of the provider, possibly again. Its handler may run immediately. */
  | { readonly kind: 'deliver'; readonly pick: number; readonly isHandled: boolean }
  | { readonly kind: 'runJob'; readonly pick: number }
  | { readonly kind: Sweep }
  | { readonly kind: 'setFaults'; readonly faults: readonly Fault[] }
  /** Runs after the last round: faults end and everything arrives. */
  | { readonly kind: 'calm'; readonly isBilled: boolean }

type Sweep =
  | 'sweepTopUpAttempts'
  | 'sweepRefunds'
  | 'sweepProviderEvents'
  | 'detachDueMethods'
  | 'renewDueSubscriptions'
  | 'collectDueInvoices'
  | 'sweepWaitingChanges'
  | 'billPendingLines'
  | 'sweepCheckoutSessions'
  /** Advances clocks that have a target. */
  | 'runClocks'
  | 'runMigrations'
  | 'runTrials'

export interface Fault {
  readonly operation: 'charge' | 'refund' | 'setup' | 'lookup'
  readonly effect: 'error' | 'error_after_commit' | 'rate_limit' | 'timeout' | 'lost_answer'
  readonly times: number | null
}

const WORKERS = new Set([
  'deliver',
  'runJob',
  'sweepTopUpAttempts',
  'sweepRefunds',
  'sweepProviderEvents',
  'detachDueMethods',
  'renewDueSubscriptions',
  'collectDueInvoices',
  'sweepWaitingChanges',
  'billPendingLines',
  'sweepCheckoutSessions',
  'runClocks',
  'runMigrations',
  'runTrials',
  'setFaults',
  'calm',
])

const PAYMENTS = new Set([
  'attachCard',
  'setDefaultMethod',
  'detachMethod',
  'replaceMethod',
  'setRule',
  'disableRule',
  'topUp',
  'buyPackage',
  'refund',
  'finishPayment',
])

const BILLING = new Set([
  'subscribe',
  'cancelSubscription',
  'changeSubscription',
  'resumeSubscription',
  'payInvoice',
  'voidInvoice',
  'creditInvoice',
  'recordPayment',
  'markUncollectible',
  'previewChange',
  'openCheckout',
  'previewCheckout',
  'readCheckout',
  'openDispute',
  'closeDispute',
  'finishInvoicePayment',
  'moveCustomer',
])

const LIFE = new Set([
  'pauseSubscription',
  'addItem',
  'removeItem',
  'finishSetup',
  'migratePlan',
  'advanceClock',
])

export const isBilling = (intent: Intent): intent is BillingIntent =>
  BILLING.has(intent.kind) || LIFE.has(intent.kind)
export const isLife = (intent: Intent): intent is LifeIntent => LIFE.has(intent.kind)
export const isPayment = (intent: Intent): intent is PaymentIntent => PAYMENTS.has(intent.kind)
export const isWorker = (intent: Intent): intent is WorkerIntent => WORKERS.has(intent.kind)

export type OverrideBody = Readonly<Record<string, unknown>>
