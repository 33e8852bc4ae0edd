import { parseArgs } from 'node:util'
import { readNumber } from '../readNumber.ts'

export interface RenewalOptions {
  /** The number of subscriptions that are due at one instant. */
  subscriptions: number
  /** The measured time of each round of track. */
  seconds: number
  warmUpSeconds: number
  /** The report that contains the section. Absent for a run that is too short for it. */
  output: string | undefined
}

const usage = `npm run bench:renewals -- [options]

  --subscriptions N    subscriptions that are due at one instant (10000)
  --seconds N          measured time of each round of track (10)
  --output FILE        write the section there; by default docs/performance.md, and only for a whole run`

const whole = { subscriptions: 10_000, seconds: 10 }
const WARM_UP_SECONDS = 2

/** Reads the options of a run. Returns undefined if only the help was requested. */
export function readRenewalOptions(args: string[], root: string): RenewalOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      subscriptions: { type: 'string' },
      seconds: { type: 'string' },
      output: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return undefined
  }
  const subscriptions = readNumber('subscriptions', values.subscriptions, whole.subscriptions)
  const seconds = readNumber('seconds', values.seconds, whole.seconds)
  const isWhole = subscriptions >= whole.subscriptions && seconds >= whole.seconds
  const output = values.output ?? (isWhole ? `${root}/docs/performance.md` : undefined)
  return { subscriptions, seconds, warmUpSeconds: WARM_UP_SECONDS, output }
}
