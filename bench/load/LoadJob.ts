/** What the generator is asked to do. */
export interface LoadJob {
  port: number
  path: string
  apiKey: string
  body: 'check' | 'track'
  /** Events in one request. */
  events: number
  /** How many of the customers take part, from the first on. */
  customers: number
  /** Stands in every answer that is as it should be. */
  expected: string
  connections: number
  warmUpSeconds: number
  seconds: number
}

export interface LoadReport {
  seconds: number
  /** Events answered as expected while it was measured. */
  events: number
  p50Micros: number
  p99Micros: number
  /** What went wrong and how often, from the first request to the last. */
  errors: Map<string, number>
  /** Events that each customer was told are accepted, from the first request to the last. */
  acknowledged: Uint32Array
}

/** From the generator: the measured time begins, it ends, all answers are in. */
export type LoadMessage =
  | { phase: 'measuring' }
  | { phase: 'measured' }
  | { phase: 'done'; report: LoadReport }
  | { phase: 'failed'; message: string }
