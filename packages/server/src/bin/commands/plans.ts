import { parseArgs } from 'node:util'
import { systemClock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { attachPlan, detachPlan, grantCurrentPeriod } from '../../modules/subscriptions/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { withDatabase } from '../runtime/withDatabase.ts'
import { chooseEnvironment } from './chooseEnvironment.ts'

const usage = `purser plans attach <customer id> <plan id or slug> [--environment sandbox|live]
                    [--organization ID]
purser plans detach <customer id> <plan id or slug> [--environment sandbox|live]
                    [--organization ID]

attach puts a customer on the current version of an active plan and gives its credits for the
current period, without a payment; detach ends that immediately.`

/** Puts customers on plans without a payment, to try the plans. */
export async function plans([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'attach':
      return withDatabase(({ app }) => attach(app.db, args))
    case 'detach':
      return withDatabase(({ app }) => detach(app.db, args))
    default:
      console.error(usage)
      return action === '--help' ? 0 : 1
  }
}

async function attach(db: Database, args: string[]): Promise<number> {
  const { scope, customerId, planId } = await readArguments(db, args)
  const { id, planVersion } = await withTransaction(db, async (tx) => {
    const subscription = await attachPlan(tx, scope, { customerId, planId })
    await grantCurrentPeriod(tx, scope, subscription)
    return subscription
  })
  console.log(`${id}: ${customerId} is on version ${planVersion} of ${planId}.`)
  return 0
}

async function detach(db: Database, args: string[]): Promise<number> {
  const { scope, customerId, planId } = await readArguments(db, args)
  const ended = await withTransaction(db, (tx) => detachPlan(tx, scope, { customerId, planId }))
  for (const { id } of ended) console.log(`${id}: ${customerId} is no longer on ${planId}.`)
  return 0
}

async function readArguments(
  db: Database,
  args: string[],
): Promise<{ scope: Scope; customerId: string; planId: string }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      environment: { type: 'string', default: 'sandbox' },
      organization: { type: 'string' },
    },
  })
  const [customerId, planId, ...more] = positionals
  if (!customerId || !planId || more.length > 0) {
    throw new Error('Name a customer and a plan: purser plans attach <customer id> <plan>.')
  }
  const { organization, environment } = await chooseEnvironment(db, values)
  const scope: Scope = {
    organizationId: organization.id,
    environmentId: environment.id,
    environment: environment.kind,
    now: systemClock.now(),
  }
  return { scope, customerId, planId }
}
