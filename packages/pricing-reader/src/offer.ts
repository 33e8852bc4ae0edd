/** How sure the reader is, from 0 to 1, and the page's own words that it rests on. */
export interface Grounds {
  confidence: number
  evidence: string
}

export type PriceInterval = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'one_time'

export interface ReadPrice extends Grounds {
  /** What is paid at once: "$10 per month, billed yearly" is a year at 12000. */
  interval: PriceInterval
  amountMinor: number
  /** The price as printed, where that is another than what is paid at once. */
  printed?: { interval: PriceInterval; amountMinor: number }
  /** "From", "starting at". */
  isFrom?: boolean
  /** Where it stands; the visible text unless told otherwise. */
  source?: 'attr' | 'script' | 'faq' | 'jsonld' | 'meta'
}

export type QuotaPeriod = 'second' | 'minute' | PriceInterval | 'lifetime'

export interface ReadEntitlement extends Grounds {
  /** The feature in the page's words, without the number: "API calls", "Priority support". */
  feature: string
  /** metered: resets or is consumed; config: a limit that does not reset; credit: paid in credits. */
  type: 'boolean' | 'metered' | 'credit' | 'config'
  value?: number | string
  period?: QuotaPeriod
}

/** Credits that come with a tier. */
export interface ReadCredits extends Grounds {
  amount: number
  period: QuotaPeriod
  /** "credits", "tokens", "AI credits". */
  name: string
}

/** What one unit costs: `amount` in major units as a decimal string, for `per` units. */
export interface ReadUnitPrice extends Grounds {
  unit: string
  amount: string
  per: number
  /** The amount is a number of credits and no money: "1 credit per image". */
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
  /** There is a tier, and its price is not in the page. */
  priceUnreadable?: boolean
  /** The tier whose features are all included: "Everything in Pro, plus". */
  inherits?: string
  entitlements: ReadEntitlement[]
  /** Features shown as not included. */
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

/** What a pricing page offers, as far as it could be read. */
export interface Offer {
  product: string | null
  /** ISO 4217, in lower case. */
  currency: string | null
  tiers: ReadTier[]
  addons: ReadAddon[]
  creditPackages: ReadCreditPackage[]
  /** Unit prices of the page as a whole. */
  usagePrices: ReadUnitPrice[]
  /** What could not be read, each in a sentence that a merchant understands. */
  missed: string[]
}
