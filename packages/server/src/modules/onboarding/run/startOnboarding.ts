import type { BodyOf, onboardingEndpoints, ResponseOf } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { isPricingReaderInstalled, READER_MISSING } from '../page/loadPricingReader.ts'
import { appendRunEvents } from './events.sql.ts'
import { insertRun, lockRun } from './runs.sql.ts'

type Endpoints = typeof onboardingEndpoints

/** Creates a run that reads a pricing page. Problems with the address are reported by the run. */
export async function startOnboarding(
  tx: Tx,
  scope: Scope,
  { url }: BodyOf<Endpoints['startOnboarding']>,
): Promise<ResponseOf<Endpoints['startOnboarding']>> {
  if (scope.environment !== 'sandbox') {
    throw new PurserError(
      'invalid_state',
      'A catalog is drafted in the sandbox and promoted from there. Call this with the secret key of your sandbox.',
    )
  }
  if (!isPricingReaderInstalled()) throw new PurserError('invalid_state', READER_MISSING)
  const key = await insertRun(tx, scope, url.trim())
  const run = await lockRun(tx, key)
  if (!run) throw new Error(`the run ${key.id} was not written`)
  const started = { id: run.id, status: run.status }
  await appendRunEvents(tx, run, [{ event: 'status', data: started }], scope.now)
  return started
}
