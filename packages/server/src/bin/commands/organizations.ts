import { parseArgs } from 'node:util'
import { currency, name, timezone } from '@purser/contract'
import { systemClock } from '../../kernel/clock.ts'
import { createApiKey, createOrganization } from '../../modules/organizations/index.ts'
import { listOrganizations } from '../../modules/organizations/read.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { withDatabase } from '../runtime/withDatabase.ts'

const usage = `purser organizations create --name TEXT [--currency usd] [--timezone UTC]
purser organizations list`

/** Creates and lists the merchants of this installation. */
export async function organizations([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'create':
      return withDatabase((runtime) => create(runtime, args))
    case 'list':
      return withDatabase(async ({ app }) => {
        for (const { id, name: called, environments } of await listOrganizations(app.db)) {
          const kinds = environments.map(
            ({ kind, id: environmentId }) => `${kind} ${environmentId}`,
          )
          console.log([id, ...kinds, called].join('  '))
        }
        return 0
      })
    default:
      console.error(usage)
      return action === '--help' ? 0 : 1
  }
}

async function create({ app, encryptionKey }: Runtime, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string', default: '' },
      currency: { type: 'string', default: 'usd' },
      timezone: { type: 'string', default: 'UTC' },
    },
  })
  for (const [option, schema] of Object.entries({ name, currency, timezone })) {
    const problem = schema.safeParse(values[option as keyof typeof values]).error?.issues[0]
    if (problem) throw new Error(`--${option} ${problem.message}.`)
  }
  const now = systemClock.now()
  const lines = await withTransaction(app.db, async (tx) => {
    const organization = await createOrganization(tx, {
      name: values.name,
      defaultCurrency: values.currency,
      timezone: values.timezone,
      encryptionKey,
      now,
    })
    const printed = [`${organization.id}: Save the keys below. They are not shown again.`]
    for (const environment of organization.environments) {
      for (const scope of ['full', 'publishable'] as const) {
        const { key } = await createApiKey(tx, { environment, scope, name: 'first', now })
        printed.push(`${environment.kind.padEnd(8)} ${scope.padEnd(12)} ${key}`)
      }
    }
    return printed
  })
  for (const line of lines) console.log(line)
  return 0
}
