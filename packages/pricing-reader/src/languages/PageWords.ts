/** Words in page titles and headings, and names in the code of pages. */
export interface PageWords {
  /** A whole part of a page title that does not name the product: "pricing", "home". */
  pageTitle?: string
  /** A word after the name of the product in a title: "pricing" in "Pixelmill Pricing". */
  titleEnd?: string
  /** Words in the heading of a page or a section that occur in no plan name: "choose your plan". */
  sectionTitle?: string
  /** A heading that is a section title only if it contains no other word: "plans". */
  sectionTitleAlone?: string
  /** The first words of a sentence about the currency: "prices" in "All prices are in USD". */
  currencyStatement?: string
  /** The word before the currency code in such a sentence: "in". */
  inCurrency?: string
  /** Text that a page shows until a script has loaded its content: "loading". */
  loading?: string
  /** The label of a switch between regions: "international", "europe". */
  region?: string
  /** "Monthly" in classes, attributes and scripts, in ASCII. */
  monthlyInCode?: string
  /** "Yearly" in classes, attributes and scripts, in ASCII. */
  yearlyInCode?: string
  /** "Price" in classes and placeholders, in ASCII. */
  priceInCode?: string
  /** "Calculator" in classes, in ASCII. */
  calculatorInCode?: string
}
