import { ProviderUnavailable } from '../../../provider.ts'
import type { Sandbox } from '../sandbox.ts'
import type { SandboxOperation } from './faults.core.ts'
import { type Fault, takeFault } from './faults.sql.ts'

/** The answer to a request and the ids of the events that it recorded. */
export interface OperationResult<A> {
  answer: A
  events: readonly string[]
}

/** Runs a request, or makes it fail as the next fault demands. */
export async function withFault<A>(
  sandbox: Sandbox,
  operation: SandboxOperation,
  ownerId: string | null,
  act: (fault: Fault | null) => Promise<OperationResult<A>>,
): Promise<A> {
  const fault = await takeFault(sandbox.db, sandbox.environmentId, operation, ownerId)
  if (fault?.effect === 'error') throw internalError()
  if (fault?.effect === 'rate_limit') {
    throw new ProviderUnavailable('The sandbox provider answered 429: too many requests.')
  }
  if (fault?.effect === 'timeout') throw noAnswer()
  if (fault?.effect === 'delay') await sandbox.wait(fault.delayMs)
  const { answer, events } = await act(fault)
  if (fault?.effect === 'error_after_commit') throw internalError()
  if (fault?.effect === 'lost_answer') throw noAnswer()
  if (fault?.effect === 'webhook_first') await sandbox.deliver(events)
  return answer
}

export const internalError = () =>
  new ProviderUnavailable('The sandbox provider answered 500: an internal error.')

const noAnswer = () => new ProviderUnavailable('The sandbox provider did not answer in time.')
