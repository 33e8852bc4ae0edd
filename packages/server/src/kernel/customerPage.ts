/** Identifies a page about one object of one customer. Anyone with its link can open it. */
export interface CustomerPage {
  readonly kind: 'checkout' | 'invoice'
  /** The id of the checkout session or invoice. */
  readonly id: string
}
