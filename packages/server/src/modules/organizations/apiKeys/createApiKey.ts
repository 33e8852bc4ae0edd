import { randomBytes } from 'node:crypto'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  type EnvironmentKind,
  formatApiKey,
  hashApiKey,
  type KeyScope,
  parseApiKey,
} from './apiKey.core.ts'
import { insertApiKey } from './apiKeys.sql.ts'

interface NewKey {
  environment: { id: string; kind: EnvironmentKind }
  scope: KeyScope
  name: string
  /** A key chosen by the operator; random by default. */
  value?: string | undefined
  now: Date
}

/** Creates a key and returns it. This is the only time that the key is available in plain text. */
export async function createApiKey(
  tx: Tx,
  { environment, scope, name, value, now }: NewKey,
): Promise<{ id: string; key: string; prefix: string }> {
  const key = value ?? formatApiKey(scope, environment.kind, randomBytes(32))
  const parsed = parseApiKey(key)
  invariant(parsed?.environment === environment.kind, 'the prefix of a key names its environment')
  const id = newId('apiKey')
  await insertApiKey(tx, {
    environmentId: environment.id,
    id,
    scope,
    name,
    prefix: parsed.prefix,
    hash: hashApiKey(key),
    now,
  })
  return { id, key, prefix: parsed.prefix }
}
