/** Words around prices. */
export interface PriceWords {
  /**
   * Words that multiply an amount, such as "rb" (thousand) in "Rp 99rb", with the number of zeros
   * that they add, and the currencies whose prices are written in this way.
   */
  moneyScale?: {
    readonly currencies: readonly string[]
    readonly zeros: Readonly<Record<string, number>>
  }
  /** Names that several currencies share, with the currency for each language or country code. */
  sharedCurrencies?: readonly {
    readonly names: string
    readonly byRegion: Readonly<Record<string, string>>
  }[]
  /** A short currency name after a number, which makes it an amount: "euros". */
  currencyAfter?: string
  /** A hundred thousand, after an amount in Indian rupees: "lakh" in "₹5 lakh". */
  lakh?: string
  /** A word before an amount that is paid on top of a price: "plus". */
  plus?: string
  /** A word before the second amount of a line, which is paid on top of the first: "and". */
  onTop?: string
  /** A word before the price that follows an introduction: "then" in "$300 setup, then $99". */
  thenPrice?: string
  /** The introduction before such a price: "free trial", "first 3 months". */
  introduction?: string
  /** The words between an introduction and its price: "after that". */
  afterIntroduction?: string
  /** All words that may surround a price and its trial: "free", "trial", "days", "after". */
  trialWord?: string
  /** The words among them that show that there is a trial: "then", "after". */
  afterTrial?: string
  /** Nouns after "free" that do not mean a free plan: "trial", "shipping". */
  freeThing?: string
  /** A word after an additional option: "available" in "annual billing available". */
  available?: string
  /** A word before the same price in another form: "that's" in "that's $9 a month". */
  equals?: string
  /** A word before a price without other words: "only" in "only $5". */
  onlyPrice?: string
  /** "Per" before any unit that is priced or counted: "per". */
  perUnit?: string
  /** "Per" in languages that put it after the unit. */
  perUnitAfter?: string
  /** A label of one character that makes the next amount monthly. */
  monthLabel?: string
  /** A label of one character that makes the next amount yearly. */
  yearLabel?: string
  /** A word between an interval and its amount: "price" in "monthly price: $9". */
  intervalLabelEnd?: string
  /** An abbreviated interval before "minimum": "mo" in "$50/mo minimum". */
  minimumInterval?: string
  /** An adjective for an interval: "weekly" in "weekly credits". */
  intervalAdjective?: string
  /** Beginnings of words that make such an adjective describe the payment: "bill", "plan". */
  paymentNoun?: string
  /** Beginnings of words for the thing that a plan is sold for: "site" in "$49 per site". */
  soldWhole?: string
  /** The first word of a label for prices: "price" in "Price per credit". */
  priceNoun?: string
  /** An hour as a priced unit: "hours". */
  hourUnit?: string
  /** Words in a line about a repeated payment: "subscription", "monthly". */
  recurring?: string
  /** Words on a page whose prices are monthly if they state no interval: "subscribe". */
  subscribing?: string
  /** Words that rule out a subscription: "no subscription". */
  noSubscription?: string
  /** Words after a price that rule out further fees: "no monthly fee". */
  noRecurringFee?: string
  /** Words in a card with a one-time price: "one-time payment". */
  oncePayment?: string
  /** Words after an amount that is a one-time fee and not a unit price: "setup fee". */
  onceFee?: string
  /** Words before the label of a billing switch: "pay " in "Pay annually". */
  switchLead?: string
  /** The beginning of the label of a switch to yearly prices: "annually". */
  yearlySwitch?: string
  /** A yearly option with its discount, anywhere in a label: "yearly (save". */
  yearlyDiscount?: string
  /** The beginning of the label of a switch to monthly prices: "monthly". */
  monthlySwitch?: string
  /** The label of a total: "total". */
  total?: string
  /** A line about something that does not exist yet: "coming soon". */
  comingSoon?: string
  /** A phrase about a price that is not decided yet: "pricing to be announced". */
  priceToCome?: string
}
