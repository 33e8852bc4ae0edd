/** Words around prices. */
export interface PriceWords {
  /** Words that multiply an amount, with the number of zeros that they add, and the currencies whose small prices are written so: "Rp 99rb". */
  moneyScale?: {
    readonly currencies: readonly string[]
    readonly zeros: Readonly<Record<string, number>>
  }
  /** Names that several currencies share, with the currency in each language or country code. */
  sharedCurrencies?: readonly {
    readonly names: string
    readonly byRegion: Readonly<Record<string, string>>
  }[]
  /** Short currency names after a number, which therefore counts nothing. */
  currencyAfter?: string
  /** Before an amount that is paid on top of a price. */
  plus?: string
  /** Before a second amount of a line, which is paid on top of the first. */
  onTop?: string
  /** Before the price that follows an introduction: "$300 setup, then $99". */
  thenPrice?: string
  /** After something that is offered besides: "annual billing available". */
  available?: string
  /** Before the same price in other words: "that's $9 a month". */
  equals?: string
  /** "Per" before any unit that is priced or counted. */
  perUnit?: string
  /** "Per" in languages that put it after the unit. */
  perUnitAfter?: string
  /** A word of one character that labels the amount after it as monthly. */
  monthLabel?: string
  /** A word of one character that labels the amount after it as yearly. */
  yearLabel?: string
  /** Between the label of an interval and its amount: "monthly price: $9". */
  intervalLabelEnd?: string
  /** Beginnings of words for things that one plan is sold for each of: "$49 per site". */
  soldWhole?: string
  /** What a label of prices begins with: "Price per credit". */
  priceNoun?: string
  /** An hour, as a unit that is priced. */
  hourUnit?: string
  /** Anywhere in a line that says that something is paid again and again. */
  recurring?: string
  /** Anywhere on a page whose prices without an interval are monthly. */
  subscribing?: string
  /** Anywhere in a line that says that nothing is subscribed to. */
  noSubscription?: string
  /** Anywhere in a card that is paid for once. */
  oncePayment?: string
  /** Anywhere after an amount that is a fee paid once and no unit price. */
  onceFee?: string
  /** The beginning of the label of a switch to yearly prices. */
  yearlySwitch?: string
  /** The beginning of the label of a switch to monthly prices. */
  monthlySwitch?: string
  /** The label of a total. */
  total?: string
  /** A line that says that something is not there yet. */
  comingSoon?: string
}
