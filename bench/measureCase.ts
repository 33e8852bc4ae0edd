import { type LoadCaseName, loadCases } from './cases.ts'
import { settleDatabase } from './database.ts'
import type { LoadMessage, LoadReport } from './load/LoadJob.ts'
import {
  readBusyMicros,
  readCpuMicros,
  readFamilyCpuMicros,
  readMemory,
  shareOfOthers,
} from './machine.ts'
import type { Testbed } from './testbed.ts'

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

/**
 * Computes the median of each figure over all rounds. The exceptions are `othersShare`, which is
 * the maximum, and `memory`, which contains all samples.
 */
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

const CONNECTIONS = 64
const SAMPLE_MS = 1_000
const SHOWN_ERRORS = 3

/** Runs and measures one case. Fails if the written rows differ from the acknowledged events. */
export async function measureCase(
  testbed: Testbed,
  name: LoadCaseName,
  time: { warmUpSeconds: number; seconds: number },
): Promise<Figures> {
  const { server, writes, job } = loadCases[name]
  const { child, port } = testbed.servers[server]
  const { generator, postmaster, merchant, companions } = testbed
  const readCpu = () => ({
    at: performance.now(),
    busy: readBusyMicros(),
    server: readCpuMicros(child.pid),
    postgres: readFamilyCpuMicros(postmaster),
    client: readCpuMicros(generator.pid),
    companions: companions.reduce((sum, pid) => sum + readCpuMicros(pid), 0),
  })
  const memory: number[] = []
  let sampling: NodeJS.Timeout | undefined
  let before = readCpu()
  let after = before

  await settleDatabase(testbed.pool)
  const request = { ...job, ...time, port, apiKey: merchant.apiKey, connections: CONNECTIONS }
  const report = await generator
    .ask(request, (message: LoadMessage): LoadReport | undefined => {
      switch (message.phase) {
        case 'measuring':
          before = readCpu()
          memory.push(readMemory(child.pid))
          sampling = setInterval(() => memory.push(readMemory(child.pid)), SAMPLE_MS)
          return undefined
        case 'measured':
          after = readCpu()
          clearInterval(sampling)
          return undefined
        case 'done':
          return message.report
        case 'failed':
          throw new Error(message.message)
      }
    })
    .finally(() => clearInterval(sampling))

  if (writes) testbed.verifier.add(report.acknowledged)
  await testbed.verifier.verify()
  refuseErrors(report)
  const perEvent = (micros: number) => micros / Math.max(1, report.events)
  const used = {
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    client: after.client - before.client,
    companions: after.companions - before.companions,
  }
  return {
    eventsPerSecond: report.events / report.seconds,
    p50Micros: report.p50Micros,
    p99Micros: report.p99Micros,
    serverMicros: perEvent(used.server),
    postgresMicros: perEvent(used.postgres),
    clientMicros: perEvent(used.client),
    othersShare: shareOfOthers({
      busyMicros: after.busy - before.busy,
      ownMicros: used.server + used.postgres + used.client + used.companions,
      elapsedMs: after.at - before.at,
    }),
    memory,
  }
}

function refuseErrors({ errors }: LoadReport): void {
  if (errors.size === 0) return
  const worst = [...errors].sort(([, a], [, b]) => b - a)
  throw new Error(
    [
      'Some requests failed:',
      ...worst.slice(0, SHOWN_ERRORS).map(([message, times]) => `${times} x ${message}`),
    ].join('\n'),
  )
}
