import { createHash } from 'node:crypto'
import type { Tx } from '../../../../platform/db/database.ts'
import { withTransaction } from '../../../../platform/db/withTransaction.ts'
import { ProviderUnavailable } from '../../provider.ts'
import { repeatWhileKeyIsInUse } from '../repeatWhileKeyIsInUse.ts'
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
  withFault(sandbox, request.operation, request.ownerId, async (fault) => {
    const isFailure = fault?.effect === 'error_after_commit'
    const result = await repeatWhileKeyIsInUse(
      () => tryOnce(sandbox, request, isFailure, act),
      (each) => each === 'key_in_use',
      sandbox.wait,
    )
    if (result !== 'key_in_use') return result
    throw new ProviderUnavailable(
      'The sandbox provider answered 409: a request with this key is still in progress.',
    )
  })

/**
 * Holds the key until the transaction ends. A concurrent request with the same key is refused until
 * the answer is stored. A stored answer is returned even while another request holds the key.
 */
const tryOnce = <A>(
  { db, environmentId, clock }: Sandbox,
  request: KeyedRequest,
  isFailure: boolean,
  act: (tx: Tx, now: Date) => Promise<OperationResult<A>>,
): Promise<OperationResult<A> | 'key_in_use'> =>
  withTransaction(db, async (tx) => {
    const key = { ...request, environmentId }
    const holdsKey = await tryLockRequest(tx, key)
    const parametersHash = createHash('sha256').update(JSON.stringify(request.parameters)).digest()
    const previous = await findRequest(tx, key)
    if (previous) {
      if (!previous.parameters_hash.equals(parametersHash)) throw new KeyReused()
      if (previous.is_failure) throw internalError()
      return { answer: previous.answer as A, events: [] }
    }
    if (!holdsKey) return 'key_in_use'
    const now = clock.now()
    const result = await act(tx, now)
    await insertRequest(tx, key, { parametersHash, answer: result.answer, isFailure, now })
    return result
  })
