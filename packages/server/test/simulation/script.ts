import type { CatalogName } from './catalogs.ts'

/** A whole run, said without knowing any state, so that parts of it can be left out. */
export interface Script {
  readonly seed: number
  readonly catalog: CatalogName
  readonly startsAt: string
  readonly customers: readonly ScriptedCustomer[]
  readonly rounds: readonly Round[]
}

export interface ScriptedCustomer {
  readonly timezone: string
  readonly bucket: number
  /** How far ahead its own test clock is set at first; absent: it lives in everybody's time. */
  readonly clockAhead?: number
}

/** What happens between two looks at the whole state. */
export interface Round {
  readonly move: ClockMove | null
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

export type OverrideBody = Readonly<Record<string, unknown>>
