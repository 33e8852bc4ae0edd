import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine, readMemory } from './machine.ts'
import { measureCase } from './measureCase.ts'
import { type FiguresByCase, measureRounds } from './measureRounds.ts'
import { hasPgbench, preparePgbench } from './pgbench.ts'
import { type Options, readOptions } from './readOptions.ts'
import {
  describeMemory,
  formatFigures,
  formatPreloaded,
  formatRatios,
} from './report/formatBenchmark.ts'
import { writeReport } from './report/writeReport.ts'
import { preloadHistory } from './seed/insertWallets.ts'
import { openTestbed, runUntilSignal, type Testbed } from './testbed.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

await runUntilSignal(async (testbeds) => {
  const options = readOptions(process.argv.slice(2), root)
  if (options) await measureAll(testbeds, options)
})

/**
 * The second testbed differs from the first only in the history of other customers in its database.
 */
async function measureAll(testbeds: Testbed[], requested: Options): Promise<void> {
  const first = await openTestbed(requested)
  testbeds.push(first)
  let history: string | undefined
  if (requested.rows > 0) {
    const second = await openTestbed({ ...requested, profile: undefined })
    testbeds.push(second)
    history = await preload(second, requested.rows)
  }
  const options = await withPgbench(testbeds, requested)
  const underLoad = await measureMemory(first, options)
  const [before = {}, after] = await measureRounds(testbeds, options)
  const inTheEnd = Math.round(readMemory(first.servers.purser.child.pid))
  const memory = `${underLoad} After all the other cases, including those with 100 events a request, the server had ${inTheEnd} MB.`
  await report(first, requested, { before, memory, history, after })
}

/** Skips pgbench if it is not installed, because it only serves as a comparison. */
async function withPgbench(testbeds: readonly Testbed[], options: Options): Promise<Options> {
  if (!options.cases.includes('pgbench')) return options
  if (hasPgbench()) {
    for (const testbed of testbeds) await preparePgbench(testbed)
    return options
  }
  console.log('pgbench is not installed (Debian: postgresql-contrib), so its row stays empty.')
  return { ...options, cases: options.cases.filter((name) => name !== 'pgbench') }
}

async function measureMemory(testbed: Testbed, options: Options): Promise<string> {
  const { memorySeconds, warmUpSeconds } = options
  if (memorySeconds === 0) return 'Not measured in this run.'
  const { memory } = await measureCase(testbed, 'track', { warmUpSeconds, seconds: memorySeconds })
  return describeMemory(memory)
}

async function preload(testbed: Testbed, rows: number): Promise<string> {
  let lastReported = 0
  const { wallets, events } = await preloadHistory(testbed.pool, testbed.merchant, rows, (done) => {
    if (done - lastReported < rows / 10 && done < rows) return
    lastReported = done
    console.log(`preloaded ${done.toLocaleString('en')} ledger rows`)
  })
  const [ledger, ...others] = [rows, wallets, events].map((count) => count.toLocaleString('en'))
  return `A second server runs the same cases. Its database also holds ${ledger} ledger rows, ${others[0]} wallets and ${others[1]} events of other customers. Each case runs on both servers, one right after the other:`
}

interface Results {
  before: FiguresByCase
  memory: string
  history: string | undefined
  after: FiguresByCase | undefined
}

async function report(testbed: Testbed, options: Options, results: Results): Promise<void> {
  const { cases, rounds, seconds, warmUpSeconds, output } = options
  const { before, memory, history, after } = results
  const parts = {
    others: describeOthers(before, after),
    machine: (await describeMachine(testbed.pool, testbed.directory))
      .map((line) => `- ${line}`)
      .join('\n'),
    rounds: String(rounds),
    seconds: String(seconds),
    warmUpSeconds: String(warmUpSeconds),
    figures: formatFigures(cases, before),
    ratios: formatRatios(before, after),
    preloaded:
      history && after
        ? [history, formatPreloaded(cases, before, after), formatFigures(cases, after)].join('\n\n')
        : 'Not measured in this run.',
    memory,
  }
  for (const name of ['machine', 'others', 'figures', 'ratios', 'preloaded', 'memory'] as const) {
    console.log(`\n${parts[name]}`)
  }
  if (output) await writeReport(output, parts)
  else console.log('\nThis was not a complete run, so docs/performance.md was not changed.')
}

/** Reports the load of other processes, because only an idle machine gives reliable figures. */
function describeOthers(...all: (FiguresByCase | undefined)[]): string {
  const shares = all.flatMap((measured) =>
    Object.values(measured ?? {}).map(({ othersShare }) => othersShare),
  )
  return `Other processes used at most ${Math.round(Math.max(0, ...shares) * 100)}% of the machine during a case.`
}
