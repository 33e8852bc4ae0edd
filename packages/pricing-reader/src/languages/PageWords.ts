/** Words in page titles and headings, and in the code of pages. */
export interface PageWords {
  /** A whole part of a page title that says only that this is a pricing page. */
  pageTitle?: string
  /** The end of a page title, after the name of the product: "Acme Pricing". */
  titleEnd?: string
  /** Words in the heading of a page or a section that no plan is called by. */
  sectionTitle?: string
  /** The same, if the heading consists of this word only. */
  sectionTitleAlone?: string
  /** "Monthly" as authors spell it in classes, attributes and scripts, in ASCII. */
  monthlyInCode?: string
  /** "Yearly" as authors spell it in classes, attributes and scripts, in ASCII. */
  yearlyInCode?: string
  /** "Price" as authors spell it in classes and placeholders, in ASCII. */
  priceInCode?: string
  /** "Calculator" as authors spell it in classes, in ASCII. */
  calculatorInCode?: string
}
