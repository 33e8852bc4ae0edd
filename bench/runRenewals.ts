import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createRuntime } from '../packages/server/src/bin/runtime/runtime.ts'
import { readConfig } from '../packages/server/src/platform/config.ts'
import { checkInvariants } from '../packages/server/src/platform/db/invariants/checkInvariants.ts'
import { createLogger } from '../packages/server/src/platform/logger.ts'
import { describeMachine } from './machine.ts'
import { readNumber } from './readOptions.ts'
import { measureAlone, measureDuringRenewals } from './renewals/measureRenewals.ts'
import { Subscribers } from './renewals/Subscribers.ts'
import { formatRenewals } from './report/formatRenewals.ts'
import { writeRenewals } from './report/writeReport.ts'
import { openTestbed, runUntilSignal, type Testbed } from './testbed.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Measures many simultaneous renewals during track, renewals alone and track alone. */
async function measureAll(testbed: Testbed, options: RenewalOptions): Promise<void> {
  const { subscriptions, output } = options
  const { purser } = testbed.servers
  const subscribers = await Subscribers.open(testbed.pool, purser.port)
  const working = await testbed.startPurser({
    works: true,
    publicUrl: `http://127.0.0.1:${purser.port}`,
  })
  const apart = { ...testbed, companions: [working.child.pid] }
  const together = {
    ...testbed,
    servers: { ...testbed.servers, purser: working },
    companions: [purser.child.pid],
  }
  const measured = {
    alone: await measureAlone(subscribers, subscriptions),
    apart: await measureDuringRenewals(apart, subscribers, subscriptions, options),
    together: await measureDuringRenewals(together, subscribers, subscriptions, options),
  }
  await subscribers.check()
  await working.child.stop()
  await checkAllInvariants(testbed)

  const machine = (await describeMachine(testbed.pool, testbed.directory)).map(
    (line) => `- ${line}`,
  )
  const text = [
    describe(
      options,
      Math.max(measured.apart.during.othersShare, measured.together.during.othersShare),
    ),
    machine.join('\n'),
    formatRenewals(measured),
  ].join('\n\n')
  console.log(`\n${text}`)
  if (output) await writeRenewals(output, text)
  else console.log('\nThis was not a complete run, so docs/performance.md was not changed.')
}

function describe({ subscriptions, seconds }: RenewalOptions, othersShare: number): string {
  const count = subscriptions.toLocaleString('en')
  const others = Math.round(othersShare * 100)
  return `\`npm run bench:renewals\` lets ${count} monthly subscriptions with a fee, usage in arrears and credits fall due at the same time. Purser renews, invoices and charges them at the sandbox provider while track runs at full load in rounds of ${seconds} s. Track alone is measured before and after. The run fails unless every subscription has exactly one invoice, invoice numbers have no gap, the provider has one charge per invoice, and every check of \`purser doctor\` passes. Other processes used ${others}% of the machine.`
}

interface RenewalOptions {
  /** The number of subscriptions that are due at one instant. */
  subscriptions: number
  /** The measured time of each round of track. */
  seconds: number
  warmUpSeconds: number
  /** The report that contains the section. Absent for a run that is too short for the report. */
  output: string | undefined
}

const usage = `npm run bench:renewals -- [options]

  --subscriptions N    subscriptions that are due at one instant (10000)
  --seconds N          measured time of each round of track (10)
  --output FILE        write the section to this file (docs/performance.md, if the run is complete)`

const whole = { subscriptions: 10_000, seconds: 10 }
const WARM_UP_SECONDS = 2

/** Reads the options of a run. Returns undefined if only the help was requested. */
function readRenewalOptions(args: string[], root: string): RenewalOptions | undefined {
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

/** Throws unless all invariants of `purser doctor` hold. */
async function checkAllInvariants({ pool, settings }: Testbed): Promise<void> {
  const { databaseUrl, encryptionKey } = settings
  const runtime = await createRuntime({
    config: readConfig({ DATABASE_URL: databaseUrl, PURSER_ENCRYPTION_KEY: encryptionKey }),
    database: { url: databaseUrl, close: async () => {} },
    logger: createLogger('silent', () => {}),
    migrations: 'require',
  })
  const breaches = await checkInvariants(pool, runtime.app.invariants).finally(runtime.close)
  if (breaches.length === 0) return
  const lines = breaches.map(({ name, examples }) => `${name}: ${examples.join(', ')}`)
  throw new Error(['THESE INVARIANTS ARE BROKEN:', ...lines].join('\n'))
}

await runUntilSignal(async (testbeds) => {
  const options = readRenewalOptions(process.argv.slice(2), root)
  if (!options) return
  const testbed = await openTestbed({ profile: undefined })
  testbeds.push(testbed)
  await measureAll(testbed, options)
})
