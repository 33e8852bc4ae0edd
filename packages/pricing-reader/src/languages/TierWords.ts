/** Words that tell plans from other parts of a page. */
export interface TierWords {
  /** Days after their number, in the line about a free trial. */
  trialDays?: string
  /** A free trial, in one word. */
  trial?: string
  /** A line about a refund, whose days are no trial. */
  moneyBack?: string
  /** The beginning of a text that asks to get in touch, so that it names no plan. */
  asksToCall?: string
  /** Words of a name that only say that it is a plan. */
  planWord?: string
  /** The same in running text, with articles and inflections. */
  planWordInText?: string
  /** In the name of a card that explains something and sells nothing. */
  explains?: string
  /** The beginning of such a name. */
  explainsAtStart?: string
  /** In the heading of a group of cards that the page does not sell. */
  notOffered?: string
  /** The label of a row or a column of prices. */
  priceLabel?: string
  /** The label of a column of plans. */
  planLabel?: string
  /** In the label of a row of what one more costs. */
  extraRow?: string
}
