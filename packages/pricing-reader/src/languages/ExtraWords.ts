/** Words about everything that is sold beside tiers: credits, unit prices, add-ons and packs. */
export interface ExtraWords {
  /** Beginnings of words for units that are spent on actions. A cheap first look, so false hits are fine. */
  creditStem?: string
  /** Credits and tokens where a line says what an action costs. */
  creditName?: string
  /** After a credit unit, before words that say what for: "credits for images". */
  creditTail?: string
  /** The number one, or the article, before a unit. */
  one?: string
  /** Before a number that is not exact. */
  roughly?: string
  /** In the heading of a section that says what credits are spent on. */
  spending?: string
  /** The verb of a sentence that says what an action costs in credits. */
  spends?: string
  /** Before a unit that is priced: "for each". */
  perEach?: string
  /** "Each" after a price. */
  each?: string
  /** "Each" at the end of a line that prices one more of the line above. */
  eachAfter?: string
  /** "Additional" before a unit. */
  additional?: string
  /** "Every additional" before a number of units. */
  everyAdditional?: string
  /** A whole pattern of the same, with the groups `count` and `unit`. */
  everyAdditionalPattern?: string
  /** Between an additional unit and its price. */
  costs?: string
  /** In a line about something on top of what is included. */
  extra?: string
  /** Words in the label of an extra that are not part of its unit. */
  extraWord?: string
  /** After a unit, where the line continues with something else. */
  unitEnd?: string
  /** Before a price, where the words do not name its unit. */
  priceLead?: string
  /** A verb that makes the words before a price a sentence and no label. */
  states?: string
  /** Between a price and the tier that it holds for: "$1 on Pro". */
  onTier?: string
  /** What a page calls its add-ons. */
  addon?: string
  /** In the heading of a group of cards that are add-ons. */
  addonSection?: string
  /** In the heading of a calculator. */
  calculator?: string
  /** Beside credits that are given and not sold. */
  gift?: string
  /** The heading of a column of packs. */
  pack?: string
  /** In the heading of a section that sells packs of something. */
  packSection?: string
  /** In the heading of a group of cards that are packs of credits. */
  packGroup?: string
  /** Before the number of credits that one buys. */
  buy?: string
  /** In the heading of a section that compares the page with other offers. */
  rivals?: string
  /** The heading of a column that lists other sellers. */
  rivalColumn?: string
  /** Between the two ends of a range. */
  rangeTo?: string
  /** The heading of a column of units. */
  unitColumn?: string
}
