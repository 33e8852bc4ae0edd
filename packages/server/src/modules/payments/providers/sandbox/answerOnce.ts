import { createHash } from 'node:crypto'
import type { Tx } from '../../../../platform/db/database.ts'
import { withTransaction } from '../../../../platform/db/withTransaction.ts'
import { ProviderUnavailable } from '../../provider.ts'
import { internalError, type OperationResult, withFault } from './faults/withFault.ts'
import { findRequest, insertRequest, type RequestKey, tryLockRequest } from './requests.sql.ts'
import type { Sandbox } from './sandbox.ts'

interface KeyedRequest extends Omit<RequestKey, 'environmentId'> {
  ownerId: string | null
  /** The request parameters in a fixed order, for the hash. */
  parameters: readonly (string | number | null)[]
}

/** The key was used with other parameters, so nothing was done. */
export class KeyReused extends Error {
  readonly code = 'idempotency_mismatch'

  constructor() {
    super('This idempotency key was used with other parameters.')
    this.name = 'KeyReused'
  }
}

/**
 * Acts once per idempotency key, as a real provider does. The answer is stored in the transaction
 * of the work and returned to later requests. A request that fails before its work leaves the key
 * unused. A request that fails after its work answers with the same error every time, so only a
 * lookup shows the outcome.
 */
export const answerOnce = <A>(
  sandbox: Sandbox,
  request: KeyedRequest,
  act: (tx: Tx, now: Date) => Promise<OperationResult<A>>,
): Promise<A> =>
  withFault(sandbox, request.operation, request.ownerId, (fault) =>
    withTransaction(sandbox.db, async (tx): Promise<OperationResult<A>> => {
      const key = { ...request, environmentId: sandbox.environmentId }
      await claimKey(tx, key)
      const hash = createHash('sha256').update(JSON.stringify(request.parameters)).digest()
      const previous = await findRequest(tx, key)
      if (previous) {
        if (!previous.parameters_hash.equals(hash)) throw new KeyReused()
        if (previous.is_failure) throw internalError()
        return { answer: previous.answer as A, events: [] }
      }
      const now = sandbox.clock.now()
      const result = await act(tx, now)
      await insertRequest(tx, key, {
        parametersHash: hash,
        answer: result.answer,
        isFailure: fault?.effect === 'error_after_commit',
        now,
      })
      return result
    }),
  )

/** Locks the key until the transaction ends. A concurrent request with the same key is refused. */
async function claimKey(tx: Tx, key: RequestKey): Promise<void> {
  if (await tryLockRequest(tx, key)) return
  throw new ProviderUnavailable(
    'The sandbox provider answered 409: a request with this key is still in progress.',
  )
}
