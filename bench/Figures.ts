/** The measurements of one case. Times are per event. */
export interface Figures {
  eventsPerSecond: number
  p50Micros: number
  p99Micros: number
  /** CPU time of the server. Null if there is no server between client and database. */
  serverMicros: number | null
  postgresMicros: number
  clientMicros: number
  /** The share of the machine that unrelated processes used. */
  othersShare: number
  /** The server's memory in megabytes, once per second. */
  memory: number[]
}

/** Computes the median of each figure over all rounds. */
export function medianFigures(rounds: readonly Figures[]): Figures {
  const of = (figure: (each: Figures) => number) => median(rounds.map(figure))
  return {
    eventsPerSecond: of((each) => each.eventsPerSecond),
    p50Micros: of((each) => each.p50Micros),
    p99Micros: of((each) => each.p99Micros),
    serverMicros: rounds[0]?.serverMicros == null ? null : of((each) => each.serverMicros ?? 0),
    postgresMicros: of((each) => each.postgresMicros),
    clientMicros: of((each) => each.clientMicros),
    othersShare: Math.max(...rounds.map((each) => each.othersShare)),
    memory: rounds.flatMap(({ memory }) => memory),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
