/** A page that shows one thing of one customer, and that its link alone opens. */
export interface CustomerPage {
  readonly kind: 'checkout' | 'invoice'
  /** Of the checkout session or the invoice. */
  readonly id: string
}
