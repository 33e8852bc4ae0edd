/** The evidence for something that was read: text from the page, and a confidence from 0 to 1. */
export interface Grounds {
  confidence: number
  evidence: string
}

export type PriceInterval = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'one_time'

export interface ReadPrice extends Grounds {
  /** The period of one payment: "$10 per month, billed yearly" is a `year` of 12000. */
  interval: PriceInterval
  amountMinor: number
  /** The price as the page shows it, if that differs from the payment. */
  printed?: { interval: PriceInterval; amountMinor: number }
  /** The page says "from" or "starting at". */
  isFrom?: boolean
  /** The place of the price on the page. Absent if the price is in the visible text. */
  source?: 'attr' | 'script' | 'faq' | 'jsonld' | 'meta'
}

export type QuotaPeriod = 'second' | 'minute' | PriceInterval | 'lifetime'

export interface ReadEntitlement extends Grounds {
  /** The feature in the words of the page, without the number: "API calls", "Priority support". */
  feature: string
  /**
   * `metered` resets or is used up, `config` is a limit that does not reset, and `credit` is a
   * number of credits, in any language.
   */
  type: 'boolean' | 'metered' | 'credit' | 'config'
  /** A number, "unlimited", or the text of a table cell. */
  value?: number | string
  period?: QuotaPeriod
}

/** Credits that a tier includes. */
export interface ReadCredits extends Grounds {
  amount: number
  period: QuotaPeriod
  /** "credits", "tokens", "AI credits". */
  name: string
}

/** The price of `per` units: `amount` is a decimal string in major units. */
export interface ReadUnitPrice extends Grounds {
  unit: string
  amount: string
  per: number
  /** The amount is a number of credits, not money: "1 credit per image". */
  inCredits?: boolean
}

export interface ReadTier extends Grounds {
  name: string
  description?: string
  prices: ReadPrice[]
  perSeat?: boolean
  contactSales?: boolean
  isFree?: boolean
  isPopular?: boolean
  setupFeeMinor?: number
  trialDays?: number
  ctaLabel?: string
  /** The tier exists, but its price is not on the page. */
  priceUnreadable?: boolean
  /** The tier whose features this tier includes: "Everything in Pro, plus". */
  inherits?: string
  entitlements: ReadEntitlement[]
  /** Features that the page shows as not included. */
  excluded: string[]
  credits?: ReadCredits
  overage: ReadUnitPrice[]
}

export interface ReadAddon extends Grounds {
  name: string
  prices: ReadPrice[]
  perSeat?: boolean
}

export interface ReadCreditPackage extends Grounds {
  credits: number
  amountMinor: number
  name?: string
}

/** Everything that the reader found on a pricing page. */
export interface Offer {
  product: string | null
  /** ISO 4217, in lower case. */
  currency: string | null
  tiers: ReadTier[]
  addons: ReadAddon[]
  creditPackages: ReadCreditPackage[]
  /** Unit prices that do not belong to one tier. */
  usagePrices: ReadUnitPrice[]
  /** Parts of the page that could not be read, one sentence each, written for merchants. */
  missed: string[]
}
