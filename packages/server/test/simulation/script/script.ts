import type { Place } from '../../model/invoicing/taxes.ts'
import type { Behaviour } from '../../model/payments/money.ts'
import type { DunningEnd } from '../../model/subscriptions/billing.ts'
import type { CatalogName } from './catalogs.ts'

/** A whole run, said without knowing any state, so that parts of it can be left out. */
export interface Script {
  readonly seed: number
  readonly catalog: CatalogName
  readonly startsAt: string
  readonly customers: readonly ScriptedCustomer[]
  /** What becomes of invoices that nobody pays; absent: `cancel`. */
  readonly dunningEnd?: DunningEnd
  readonly rounds: readonly Round[]
}

export interface ScriptedCustomer {
  readonly timezone: string
  readonly bucket: number
  /** How far ahead its own test clock is set at first; absent: it lives in everybody's time. */
  readonly clockAhead?: number
  /** It lives by the clock of the first customer. */
  readonly sharesClock?: true
  /** Pays by invoice; absent: by card. */
  readonly isInvoiced?: true
  /** Where it is taxed; absent: nowhere. */
  readonly place?: Place
}

/** What happens between two looks at the whole state. */
export interface Round {
  readonly move: ClockMove | null
  /** A plan that the merchant puts on other terms before it, as the catalog has them. */
  readonly edit?: string
  /** Decides how the statements of this round are interleaved. */
  readonly interleaving: number
  /** Each client does its own things one after the other, and at the same time as the others. */
  readonly clients: readonly (readonly Intent[])[]
}

/** Of the clock that a customer lives by: its own, or everybody's. */
export type ClockMove = { readonly customer: number } & (
  | { readonly by: number }
  /** To one of the next instants at which something ends, or a moment before or after. */
  | { readonly toEnd: number; readonly offset: number }
  /** The same for what a subscription or an invoice does next by itself. */
  | { readonly toPeriod: number; readonly offset: number }
)

/** A customer by its place in the script; null: one that does not exist. */
type CustomerIndex = number | null

export interface EventIntent {
  readonly customer: CustomerIndex
  readonly eventName: string
  readonly quantity?: number
  readonly properties?: Readonly<Record<string, unknown>>
  /** How far the timestamp lies from now; absent: none is sent. */
  readonly shift?: number
  /** An instant as text, which stays the same when the event is sent again. */
  readonly timestamp?: string
  readonly key?: string
}

type OfCustomer<Kind extends string, More = unknown> = More & {
  readonly kind: Kind
  readonly customer: number
}

/** What the client has made with its call before. */
export const JUST_MADE = -1

/**
 * `pick` chooses among what there is when the round begins, or is `JUST_MADE`; where there is
 * nothing to choose from, nothing happens.
 */
export type Intent =
  | {
      readonly kind: 'track'
      readonly events: readonly EventIntent[]
      /** With an Idempotency-Key, so in a transaction of its own instead of a batch. */
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
  /** A share of what is held, in percent; more than 100 goes beyond it. */
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

/** What somebody does about a customer's money. */
export type PaymentIntent =
  | OfCustomer<'attachCard', { readonly behaviour: Behaviour; readonly isDefault?: boolean }>
  | OfCustomer<'setDefaultMethod' | 'detachMethod', { readonly pick: number }>
  | OfCustomer<'replaceMethod', { readonly pick: number; readonly by: number }>
  | OfCustomer<
      'setRule',
      {
        readonly currency: string
        readonly threshold: number
        /** Of money; or a package. */
        readonly amount?: number
        readonly package?: string
        readonly monthlyChargeLimit?: number | null
      }
    >
  | OfCustomer<'disableRule', { readonly currency: string }>
  | OfCustomer<'topUp', { readonly currency: string; readonly amount: number } & FormChoice>
  | OfCustomer<'buyPackage', { readonly package: string } & FormChoice>
  /** In percent of what was paid; absent: all that is left. */
  | OfCustomer<'refund', { readonly pick: number; readonly share?: number }>
  /** In the form or challenge that is open at the provider. */
  | OfCustomer<'finishPayment', { readonly pick: number; readonly card: 'success' | 'decline' }>

/** What somebody does about what a customer is billed for. */
export type BillingIntent =
  | OfCustomer<
      'subscribe',
      {
        readonly plan: string
        readonly seats?: number
        readonly coupon?: string
        /** How far ahead it begins; absent: now. */
        readonly startsIn?: number
        /** How far the anchor lies from now; absent: it is where it begins. */
        readonly anchorShift?: number
        readonly trialDays?: number
      }
    >
  | OfCustomer<'moveCustomer', { readonly place: Place }>
  | OfCustomer<'cancelSubscription', { readonly pick: number; readonly when: 'now' | 'period_end' }>
  | OfCustomer<
      'changeSubscription',
      {
        readonly pick: number
        readonly plan: string
        readonly seats?: number
        readonly when?: 'now' | 'period_end'
        /** As it was previewed: so many previews ago, or `JUST_MADE`. */
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
  /** In percent of its total; absent: all that is left. */
  | OfCustomer<'payInvoice' | 'recordPayment', { readonly pick: number; readonly share?: number }>
  | OfCustomer<
      'creditInvoice',
      { readonly pick: number; readonly share?: number; readonly refund?: false }
    >
  /** For a plan, a change to it, or an invoice. */
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

/** What happens to a subscription between its beginning and its end, and to its time. */
export type LifeIntent =
  | OfCustomer<'pauseSubscription', { readonly pick: number }>
  | OfCustomer<'addItem', { readonly pick: number; readonly plan: string }>
  | OfCustomer<'removeItem', { readonly pick: number; readonly when: 'now' | 'period_end' }>
  /** A card is typed into the newest form that only saves one. */
  | OfCustomer<'finishSetup', { readonly card: 'success' | 'decline' }>
  /** Of all who have an older version of a plan. */
  | OfCustomer<
      'migratePlan',
      { readonly plan: string; readonly when: 'now' | 'period_end'; readonly dryRun?: true }
    >
  /** So far, which may be back; or to one of the next due instants, or near it. */
  | OfCustomer<
      'advanceClock',
      { readonly by?: number; readonly toPeriod?: number; readonly offset?: number }
    >

interface FormChoice {
  readonly forceForm?: true
}

/** What workers, the network and the provider do, at a time that the seed decides. */
export type WorkerIntent =
  /** A word of the provider arrives, perhaps not for the first time; and perhaps is acted on at once. */
  | { readonly kind: 'deliver'; readonly pick: number; readonly isHandled: boolean }
  | { readonly kind: 'runJob'; readonly pick: number }
  | { readonly kind: Sweep }
  | { readonly kind: 'setFaults'; readonly faults: readonly Fault[] }
  /** After the last round of a run: nothing fails any more and everything arrives. */
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
  /** What advances a clock that is on its way. */
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
