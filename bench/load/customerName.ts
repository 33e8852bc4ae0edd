/** Always as many, so that a request can be patched in place. */
export const CUSTOMER_DIGITS = 6

/** The id of a customer of the load. */
export const customerName = (index: number): string =>
  `bench_${String(index).padStart(CUSTOMER_DIGITS, '0')}`
