/** What was measured of one case. Times are per event. */
export interface Figures {
  eventsPerSecond: number
  p50Micros: number
  p99Micros: number
  /** CPU of the server is null where there is none between client and database. */
  serverMicros: number | null
  postgresMicros: number
  clientMicros: number
  /** What part of the machine was taken by what has nothing to do with the benchmark. */
  othersShare: number
  /** The server's memory in megabytes, once a second. */
  memory: number[]
}

/** The middle of each figure over all rounds. */
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
