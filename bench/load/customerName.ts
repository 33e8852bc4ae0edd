/** Constant, so that a request can be patched in place. */
export const CUSTOMER_DIGITS = 6

/** Builds the id of a customer of the load generator. */
export const customerName = (index: number): string =>
  `bench_${String(index).padStart(CUSTOMER_DIGITS, '0')}`
