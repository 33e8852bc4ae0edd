import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './machine/describeMachine.ts'
import { openStage, type Stage } from './openStage.ts'
import { measureAlone, measureBeside } from './renewals/measureRenewals.ts'
import { type RenewalOptions, readRenewalOptions } from './renewals/readRenewalOptions.ts'
import { Subscribers } from './renewals/Subscribers.ts'
import { formatRenewals } from './report/formatRenewals.ts'
import { writeRenewals } from './report/writeReport.ts'
import { runUntilSignal } from './runUntilSignal.ts'
import { refuseBreaches } from './verify/refuseBreaches.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

await runUntilSignal(async (stages) => {
  const options = readRenewalOptions(process.argv.slice(2), root)
  if (!options) return
  const stage = await openStage({ profile: undefined })
  stages.push(stage)
  await measureAll(stage, options)
})

/** Measures many simultaneous renewals beside track, and each of them alone, in one run. */
async function measureAll(stage: Stage, options: RenewalOptions): Promise<void> {
  const { subscriptions, output } = options
  const { purser } = stage.servers
  const subscribers = await Subscribers.open(stage.pool, purser.port)
  const working = await stage.startPurser({
    works: true,
    publicUrl: `http://127.0.0.1:${purser.port}`,
  })
  const apart = { ...stage, companions: [working.child.pid] }
  const together = {
    ...stage,
    servers: { ...stage.servers, purser: working },
    companions: [purser.child.pid],
  }
  const measured = {
    alone: await measureAlone(subscribers, subscriptions),
    apart: await measureBeside(apart, subscribers, subscriptions, options),
    together: await measureBeside(together, subscribers, subscriptions, options),
  }
  await subscribers.check()
  await working.child.stop()
  await refuseBreaches(stage)

  const machine = (await describeMachine(stage.pool, stage.directory)).map((line) => `- ${line}`)
  const text = [
    describe(
      options,
      Math.max(measured.apart.beside.othersShare, measured.together.beside.othersShare),
    ),
    machine.join('\n'),
    formatRenewals(measured),
  ].join('\n\n')
  console.log(`\n${text}`)
  if (output) await writeRenewals(output, text)
  else console.log('\nThis was not a whole run, so docs/performance.md was left as it is.')
}

function describe({ subscriptions, seconds }: RenewalOptions, othersShare: number): string {
  const count = subscriptions.toLocaleString('en')
  const others = Math.round(othersShare * 100)
  return `\`npm run bench:renewals\` lets ${count} monthly subscriptions with a fee, usage in arrears and credits fall due at the same time. Purser renews, invoices and charges them at the sandbox provider while track runs at full load in rounds of ${seconds} s. Track alone is measured before and after. The run fails unless every subscription has exactly one invoice, invoice numbers have no gap, the provider has one charge per invoice, and every check of \`purser doctor\` passes. Other processes used ${others} % of the machine.`
}
