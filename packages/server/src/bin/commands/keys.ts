import { parseArgs } from 'node:util'
import { systemClock } from '../../kernel/clock.ts'
import type { KeyScope } from '../../modules/organizations/core.ts'
import { createApiKey, revokeApiKey } from '../../modules/organizations/index.ts'
import { type ApiKey, listApiKeys } from '../../modules/organizations/read.ts'
import type { Database } from '../../platform/db/database.ts'
import { withDatabase } from '../runtime/withDatabase.ts'
import { chooseEnvironment } from './chooseEnvironment.ts'

const usage = `purser keys create [--environment sandbox|live] [--scope full|read|runtime|publishable]
                   [--name TEXT] [--organization ID]
purser keys list
purser keys revoke <id or prefix>`

const SCOPES = ['full', 'read', 'runtime', 'publishable'] as const satisfies readonly KeyScope[]

export async function keys([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'create':
      return withDatabase(({ app }) => create(app.db, args))
    case 'list':
      return withDatabase(async ({ app }) => {
        for (const key of await listApiKeys(app.db)) console.log(describe(key))
        return 0
      })
    case 'revoke':
      return withDatabase(({ app }) => revoke(app.db, args[0]))
    default:
      console.error(usage)
      return action === '--help' ? 0 : 1
  }
}

async function create(db: Database, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      environment: { type: 'string', default: 'sandbox' },
      scope: { type: 'string', default: 'full' },
      name: { type: 'string', default: 'created on the command line' },
      organization: { type: 'string' },
    },
  })
  const scope = SCOPES.find((candidate) => candidate === values.scope)
  if (!scope) throw new Error(`--scope must be one of ${SCOPES.join(', ')}.`)
  const { environment } = await chooseEnvironment(db, values)
  const { id, key } = await db
    .transaction()
    .execute((tx) =>
      createApiKey(tx, { environment, scope, name: values.name, now: systemClock.now() }),
    )
  console.log(`${key}\n${id}: Save the key above. It is not shown again.`)
  return 0
}

async function revoke(db: Database, idOrPrefix: string | undefined): Promise<number> {
  if (!idOrPrefix) throw new Error('Name the key to revoke: purser keys revoke <id or prefix>.')
  const revoked = await db
    .transaction()
    .execute((tx) => revokeApiKey(tx, idOrPrefix, systemClock.now()))
  if (!revoked) throw new Error(`There is no key "${idOrPrefix}".`)
  console.log(
    `Revoked ${revoked.id} (${revoked.prefix}...). Servers stop accepting it within a second.`,
  )
  return 0
}

const describe = ({
  id,
  prefix,
  environment,
  scope,
  name,
  lastUsedAt,
  revokedAt,
}: ApiKey): string =>
  [
    id,
    `${prefix}...`.padEnd(24),
    environment.padEnd(8),
    scope.padEnd(12),
    revokedAt
      ? `revoked ${revokedAt.toISOString()}`
      : lastUsedAt
        ? `used ${lastUsedAt.toISOString()}`
        : 'never used',
    name,
  ].join('  ')
