/** Words in the lines of a card, which name the features of its tier. */
export interface FeatureWords {
  /** A word at the end of a feature that only says that it is there: "included". */
  availability?: string
  /** A word before a feature that only says that it is there: "includes". */
  featureLead?: string
  /** Words that do not distinguish two names of a feature: "the", "your". */
  filler?: string
  /** Abbreviations that keep their period at the end of a name: "etc". */
  abbreviation?: string
  /** A word between a feature and its price: "at" in "Review at £30". */
  atPrice?: string
  /** A word between the label of an extra and its price: "for". */
  labelEnd?: string
  /** "For" before a number of things or people. */
  forWhom?: string
  /** The word for and. */
  and?: string
  /** A line that only introduces the features below it: "key features". */
  listHeading?: string
  /** The whole text of a button: "get started". */
  callToAction?: string
  /** A button text that names a feature if it is a bullet: "download". */
  callAsFeature?: string
  /** Words in the heading of questions and answers: "FAQ". */
  questions?: string
  /** The beginning of a line about the people whom a tier suits: "perfect for". */
  suits?: string
  /** The end of such a line. */
  suitsAfter?: string
  /** Notes about payment, trials, cancellation and the law: "cancel anytime". */
  terms?: string
  /** A note in brackets about the state of a feature: "beta". */
  note?: string
  /** Units that some pages write right after a number: "credits" in "5,000credits". */
  touchingUnit?: string
  /** Credits that some pages write right before a word: "credits" in "creditsper month". */
  touchingCredit?: string
  /** The word after such credits: "per". */
  touchingNext?: string
  /** Things that no customer wants, even if another tier has them: "ads". */
  alwaysNuisance?: string
  /** The beginning of a line about something that a tier does not allow: "you cannot". */
  cannot?: string
  /** A prefix of a missing feature, written without a space. */
  missingBefore?: string
  /** A suffix of a missing feature, written without a space. */
  missingAfter?: string
  /** The beginning of a heading over missing features: "not included". */
  notIncludedHead?: string
  /** The beginning of a heading over the people whom a tier suits: "who it". */
  suitedHead?: string
  /** The beginning of a line that continues the line above it: "or more". */
  orMore?: string
  /** The end of a list that is not complete: "and much more". */
  andMore?: string
  /** The beginning of a line that continues a price: "per" in "per year for up to 50 users". */
  priceContinues?: string
  /** The beginning of a line that grants all of another tier: "everything". */
  everything?: string
  /** Words after the name of an inherited tier: "plus" in "Everything in Pro, plus". */
  inheritanceEnd?: string
  /**
   * Patterns of a line that grants all of a tier. The first group is the tier, and the second is
   * the rest of the line.
   */
  inheritance?: readonly string[]
  /** Patterns that other lines also match, so the tier must be known: "All Pro features". */
  looseInheritance?: readonly string[]
  /** "Includes" before a tier or a feature. */
  includesVerb?: string
  /** An article that is joined to the next word. */
  article?: string
  /** A word between an inherited tier and further features: "with". */
  restLead?: string
  /** The rest of a line that grants nothing else: "included". */
  restNothing?: string
  /** "More" without a noun: "much more". */
  more?: string
  /** The label of a row of a comparison that is about the price: "billing period". */
  aboutPrice?: string
  /** The label of a row, before a number, that names no feature: "level" in "Level 2". */
  namelessRow?: string
  /** The last word of a label that names no feature: "type" in "Report type". */
  namelessRowEnd?: string
}
