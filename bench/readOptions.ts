import { parseArgs } from 'node:util'
import { type CaseName, caseNames } from './cases.ts'

export interface Options {
  /** The measured time of each case. */
  seconds: number
  warmUpSeconds: number
  /** The number of rounds over all cases. */
  rounds: number
  cases: readonly CaseName[]
  memorySeconds: number
  /** The number of ledger rows to preload. 0 skips the measurements with preloaded rows. */
  rows: number
  /** The directory for the server's CPU profile. */
  profile: string | undefined
  /** The report to write. Absent for a run that is too short for the report. */
  output: string | undefined
}

const usage = `npm run bench -- [options]

  --seconds N          measured time of each case (6)
  --rounds N           rounds over all cases, forwards and backwards (3)
  --only CASE,...      only these cases, of ${caseNames.join(', ')}
  --rows N             ledger rows to preload (10000000)
  --no-preload         skip the measurements with many rows
  --memory-seconds N   length of the memory case (60); 0 skips it
  --quick              a short run of everything, to check that it works
  --profile DIR        write a CPU profile of the server to this directory
  --output FILE        write the report to this file (docs/performance.md, if the run is complete)`

const whole = { seconds: 6, warmUpSeconds: 2, rounds: 3, rows: 10_000_000, memorySeconds: 60 }
const quick = { seconds: 2, warmUpSeconds: 2, rounds: 1, rows: 200_000, memorySeconds: 5 }

/** Reads the options of a run. Returns undefined if only the help was requested. */
export function readOptions(args: string[], root: string): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      rows: { type: 'string' },
      'no-preload': { type: 'boolean', default: false },
      'memory-seconds': { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      output: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return undefined
  }
  const base = values.quick ? quick : whole
  const options = {
    seconds: readNumber('seconds', values.seconds, base.seconds),
    warmUpSeconds: base.warmUpSeconds,
    rounds: readNumber('rounds', values.rounds, base.rounds),
    cases: readCases(values.only),
    memorySeconds: readNumber('memory-seconds', values['memory-seconds'], base.memorySeconds),
    rows: values['no-preload'] ? 0 : readNumber('rows', values.rows, base.rows),
    profile: values.profile,
  }
  const isWhole =
    options.cases.length === caseNames.length &&
    options.seconds >= whole.seconds &&
    options.rows >= whole.rows &&
    options.memorySeconds >= whole.memorySeconds
  const output = values.output ?? (isWhole ? `${root}/docs/performance.md` : undefined)
  return { ...options, output }
}

function readCases(text: string | undefined): readonly CaseName[] {
  if (text === undefined) return caseNames
  const names = text.split(',')
  const unknown = names.find((name) => !caseNames.some((known) => known === name))
  if (unknown !== undefined) {
    throw new Error(`--only: there is no case "${unknown}". Use one of ${caseNames.join(', ')}.`)
  }
  return caseNames.filter((name) => names.includes(name))
}

/** Parses the number in an option. */
export function readNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`)
  return Number(text)
}
