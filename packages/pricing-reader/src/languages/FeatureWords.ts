/** Words in the lines of a card, which name the features of its tier. */
export interface FeatureWords {
  /** At the end of a feature, where it says only that the feature is there. */
  availability?: string
  /** Before the name of a feature, where it says only that the feature is there. */
  featureLead?: string
  /** Between a feature and its own price. */
  atPrice?: string
  /** Between the label of an extra and its price. */
  labelEnd?: string
  /** "For" before a number of things or people. */
  forWhom?: string
  /** The word for and. */
  and?: string
  /** A line that only heads the features after it. */
  listHeading?: string
  /** The whole text of a button. */
  callToAction?: string
  /** In the heading of a list of questions and answers. */
  questions?: string
  /** The beginning of a line about the people whom a tier suits. */
  suits?: string
  /** The end of such a line. */
  suitsAfter?: string
  /** Notes about paying, trying, leaving and the law, which name no feature. */
  terms?: string
  /** An aside in brackets that says when or how new a feature is. */
  note?: string
  /** Units that touch the number before them in the text of some pages: "5,000credits". */
  touchingUnit?: string
  /** Credits that touch the word after them: "Creditsjeden Monat". */
  touchingCredit?: string
  /** The word after such credits. */
  touchingNext?: string
  /** Things that nobody wants, even though another tier may have them. */
  alwaysNuisance?: string
  /** The beginning of a line that says what a tier does not allow. */
  cannot?: string
  /** Right before the name of a missing feature, without a space. */
  missingBefore?: string
  /** Right after the name of a missing feature, without a space. */
  missingAfter?: string
  /** The beginning of a heading over features that are not included. */
  notIncludedHead?: string
  /** The beginning of a heading over the people whom a tier suits. */
  suitedHead?: string
  /** The beginning of a line that continues the line before it. */
  orMore?: string
  /** The end of a list that continues: "and much more!". */
  andMore?: string
  /** The beginning of a line that continues a price: "per year for up to 50 users". */
  priceContinues?: string
  /** The beginning of a line that grants all of another tier. */
  everything?: string
  /** After the name of an inherited tier: "Everything in Pro, plus". */
  inheritanceEnd?: string
  /** Whole patterns of a line that grants all of a tier: the first group is the tier, the second the rest. */
  inheritance?: readonly string[]
  /** Whole patterns that are also said of other things, so that only the name of a known tier counts. */
  looseInheritance?: readonly string[]
  /** "Includes" before the tier or the features that are included. */
  includesVerb?: string
  /** An article that is a part of the word after it. */
  article?: string
  /** Between an inherited tier and what the line grants besides. */
  restLead?: string
  /** All that remains of a line that grants nothing besides an inherited tier. */
  restNothing?: string
  /** "More", which names nothing. */
  more?: string
  /** The label of a row of a comparison that is about the price. */
  aboutPrice?: string
  /** The label of a row, before a number, that names nothing: "Level 2". */
  namelessRow?: string
}
