import type { BodyOf, ResponseOf, sandboxEndpoints } from '@purser/contract'
import { invalidRequest } from '../../../../../kernel/errors.ts'
import type { Scope } from '../../../../../kernel/scope.ts'
import type { Tx } from '../../../../../platform/db/database.ts'
import { effectsOf } from './faults.core.ts'
import { replaceFaults } from './faults.sql.ts'

type Endpoint = (typeof sandboxEndpoints)['setSandboxFaults']
type Faults = BodyOf<Endpoint>['faults']

/** Replaces the faults of the environment. */
export async function setFaults(
  tx: Tx,
  { environmentId }: Scope,
  { faults }: BodyOf<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  const problems = faults.flatMap(problemsOf)
  if (problems.length > 0) throw invalidRequest(problems)
  const set = faults.map(({ operation, effect, delayMs, times, customerId }) => ({
    operation,
    effect,
    delayMs: delayMs ?? null,
    times,
    customerId: customerId ?? null,
  }))
  const stored = set.map(({ customerId, ...fault }) => ({
    ...fault,
    customerReference: customerId,
  }))
  await replaceFaults(tx, environmentId, stored)
  return { faults: set }
}

/** Rejects combinations that would never have an effect. */
function problemsOf({ operation, effect, delayMs }: Faults[number], at: number) {
  const problems = []
  const possible = effectsOf[operation]
  if (!possible.includes(effect)) {
    const message = `does not apply to ${operation}: use one of ${possible.join(', ')}`
    problems.push({ path: `faults.${at}.effect`, message })
  }
  if ((effect === 'delay') !== (delayMs !== undefined)) {
    const message =
      effect === 'delay'
        ? 'is required for delay: a number of milliseconds'
        : 'is allowed only for delay'
    problems.push({ path: `faults.${at}.delayMs`, message })
  }
  return problems
}
