/** Words that distinguish plans from other parts of a page. */
export interface TierWords {
  /** "Days" after a number, in a line about a free trial. */
  trialDays?: string
  /** A free trial, in one word: "trial". */
  trial?: string
  /** A word in a line about a refund, whose days are not a trial: "money-back". */
  moneyBack?: string
  /** The first word of an invitation to get in touch, not of a plan name: "contact", "talk". */
  asksToCall?: string
  /** Words in a name that only say that it is a plan: "plan", "edition". */
  planWord?: string
  /** The same words in running text, with articles and inflections: "the", "plans". */
  planWordInText?: string
  /** The whole name of a typical plan: "starter", "enterprise". */
  planName?: string
  /** The first word of a plan that may have a separate card below the others: "enterprise". */
  separatePlan?: string
  /** Parts of the name of a free plan that are removed to leave "free": "start ", " account". */
  freeNameExtra?: string
  /** A plan that is named after its interval: "monthly", "lifetime". */
  intervalName?: string
  /** The interval in the name of a plan that exists once per interval: "annual" in "Pro annual". */
  intervalInName?: string
  /** If a line starts with one of these, it is not the name of a plan: "what's included", "best for". */
  notName?: string
  /** The last word before a price, if the words before it are not a name: "only", "for". */
  notNameEnd?: string
  /** Words in the name of a card that explains something and sells nothing: "how it works". */
  explains?: string
  /** The beginning of such a name: "why". */
  explainsAtStart?: string
  /** Words in the heading of cards that the page does not sell: "testimonials". */
  notOffered?: string
  /** The whole name of a card about competitors: "competitors", "the old way". */
  rivalName?: string
  /** Words in the heading of cards with unit prices: "pay as you go". */
  usageSection?: string
  /** The label of a row or a column of prices: "price". */
  priceLabel?: string
  /** The label of a column of plans: "plan". */
  planLabel?: string
  /** A word in the label of a row with the price of one more: "additional". */
  extraRow?: string
  /** A word in the label of a row with numbers that are not prices: "storage". */
  countedRow?: string
  /** Beginnings of words after "per" that leave a price the price of a plan: "month", "user". */
  planScope?: string
  /** Units in a table cell that make its price a unit price: "tokens". */
  meteredUnit?: string
}
