/** Words about offers other than tiers: credits, unit prices, add-ons and packs. */
export interface ExtraWords {
  /**
   * Beginnings of words for units that are spent on actions: "token". They only decide whether a
   * line is read more closely, so they may match too much.
   */
  creditStem?: string
  /** Credits in a line that says what an action costs: "credits". */
  creditName?: string
  /** A word after credits, before their purpose: "for" in "credits for images". */
  creditTail?: string
  /** A word before "credits" or "tokens" that gives them another meaning: "tax", "access". */
  otherCredit?: string
  /** The number one or the article before a unit: "one", "an". */
  one?: string
  /** A word before a number that is not exact: "about". */
  roughly?: string
  /** Words in a heading about the use of credits: "how credits work". */
  spending?: string
  /** The verb of a sentence about the cost of an action in credits: "costs". */
  spends?: string
  /** The verb between an action and its credits in a short line: "uses" in "Video uses 5 credits". */
  actionCosts?: string
  /** A word before a unit that is priced: "for each". */
  perEach?: string
  /** "Each" after a price. */
  each?: string
  /** "Each" at the end of a line with the price of one more: "each" in "+ $0.02 each". */
  eachAfter?: string
  /** The first word of such a line: "additional". */
  overageLead?: string
  /** A row about units beyond a quota, without their name: "overage". */
  overage?: string
  /** "Additional" before a unit. */
  additional?: string
  /** Words before a unit that only say that it is one more: "more" in "$5 per more seat". */
  moreUnit?: string
  /** "Every additional" before a number of units. */
  everyAdditional?: string
  /** A pattern with that meaning, with the groups `count` and `unit`. */
  everyAdditionalPattern?: string
  /** A word between an additional unit and its price: "costs". */
  costs?: string
  /** Words in a line about something beyond a quota: "extra". */
  extra?: string
  /** Words in the label of an extra that are not part of its unit: "fee". */
  extraWord?: string
  /** An adjective before a priced unit that is not part of it: "successful" in "per successful call". */
  unitAdjective?: string
  /** Units that a whole plan is sold for, so their price is not a unit price: "workspace". */
  planUnit?: string
  /** A word after a unit, where the line continues with something else: "beyond". */
  unitEnd?: string
  /** A word before a price that does not name its unit: "just". */
  priceLead?: string
  /** A verb that makes the words before a price a sentence and not a label: "costs". */
  states?: string
  /** A word between a price and its tier: "on" in "$1 on Pro". */
  onTier?: string
  /** The name of an add-on in general: "add-on". */
  addon?: string
  /** The first word of a line that sells an add-on: "add" in "Add a seat: $5". */
  addonLead?: string
  /** Words in the heading of cards that are add-ons: "extras". */
  addonSection?: string
  /** A phrase that makes the price of an add-on a price per person: "per employee". */
  perPerson?: string
  /** A word in the heading of a calculator: "calculate". */
  calculator?: string
  /** A word beside credits that are given away: "bonus". */
  gift?: string
  /** A word right before an amount that is not the price of a pack: "worth". */
  notPackPrice?: string
  /** The heading of a column of packs: "packs". */
  pack?: string
  /** A word in a row that sells more of a quota: "refill". */
  morePack?: string
  /** Packs that contain no units: "support pack". */
  otherPack?: string
  /** Words in the heading of a section that sells packs: "credit packs". */
  packSection?: string
  /** Words in the heading of cards that are packs of credits: "top-ups". */
  packGroup?: string
  /** A word before the number of credits in a pack: "buy". */
  buy?: string
  /** Words in the heading of a section that compares the product with competitors: "versus". */
  rivals?: string
  /** The heading of a column of competitors: "competitors". */
  rivalColumn?: string
  /** The first word of a heading over prices that no longer apply: "legacy". */
  past?: string
  /** A word between the two ends of a range: "to". */
  rangeTo?: string
  /** The heading of a column of units: "unit". */
  unitColumn?: string
  /** The beginning of the heading of a column of unit prices: "fee". */
  costColumn?: string
  /** Beginnings of units that make a price in a table a subscription: "month". */
  subscriptionUnit?: string
}
