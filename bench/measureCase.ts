import { type LoadCaseName, loadCases } from './cases.ts'
import type { Figures } from './Figures.ts'
import type { LoadMessage, LoadReport } from './load/LoadJob.ts'
import { readBusyMicros } from './machine/readBusyMicros.ts'
import { readCpuMicros, readFamilyCpuMicros } from './machine/readCpuMicros.ts'
import { readMemory } from './machine/readMemory.ts'
import { settleDatabase } from './machine/settleDatabase.ts'
import { shareOfOthers } from './machine/shareOfOthers.ts'
import type { Stage } from './openStage.ts'

const CONNECTIONS = 64
const SAMPLE_MS = 1_000
const SHOWN_ERRORS = 3

/** Runs and measures one case, and compares the rows it wrote with the events it acknowledged. */
export async function measureCase(
  stage: Stage,
  name: LoadCaseName,
  time: { warmUpSeconds: number; seconds: number },
): Promise<Figures> {
  const { server, writes, job } = loadCases[name]
  const { child, port } = stage.servers[server]
  const { generator, postmaster, merchant, companions } = stage
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

  await settleDatabase(stage.pool)
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

  if (writes) stage.books.add(report.acknowledged)
  await stage.books.verify()
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
      'Some requests were not answered as they should be:',
      ...worst.slice(0, SHOWN_ERRORS).map(([message, times]) => `${times} x ${message}`),
    ].join('\n'),
  )
}
