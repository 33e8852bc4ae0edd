/** A job for the load generator. */
export interface LoadJob {
  port: number
  path: string
  apiKey: string
  body: 'check' | 'track'
  /** The number of events in one request. */
  events: number
  /** The number of customers that take part, starting with the first. */
  customers: number
  /** Text that every successful response contains. */
  expected: string
  connections: number
  warmUpSeconds: number
  seconds: number
}

export interface LoadReport {
  seconds: number
  /** The number of events that succeeded during the measured time. */
  events: number
  p50Micros: number
  p99Micros: number
  /** The number of errors by message, from the first request to the last. */
  errors: Map<string, number>
  /** The number of acknowledged events per customer, from the first request to the last. */
  acknowledged: Uint32Array
}

/** Messages from the generator. It sends the first three in this order, or reports a failure. */
export type LoadMessage =
  | { phase: 'measuring' }
  | { phase: 'measured' }
  | { phase: 'done'; report: LoadReport }
  | { phase: 'failed'; message: string }

/** The length is constant, so that a request can be patched in place. */
export const CUSTOMER_DIGITS = 6

/** Builds the id of a customer of the load generator. */
export const customerIdOf = (index: number): string =>
  `bench_${String(index).padStart(CUSTOMER_DIGITS, '0')}`
