import {
  InvalidRequestError,
  type OperationOutput,
  PurserError,
  type TrackResult,
} from '@purser/contract/client'
import { clientError } from '../clientError.ts'
import type { Transport } from '../transport.ts'
import type { BufferedEvent } from './EventQueue.ts'

export type Rejection = NonNullable<TrackResult['rejections']>[number]

/** The result of a batch; `index` is the position of an event in it. */
export interface BatchOutcome {
  /** Events that the server rejected permanently. */
  readonly rejections: Rejection[]
  /** Rejected events for which the server refused the whole request. */
  readonly refused: { readonly event: BufferedEvent; readonly error: PurserError }[]
  /** The unsent end of the batch, which can be sent again, and the reason. */
  readonly left: readonly BufferedEvent[]
  readonly error: PurserError | null
}

/**
 * Sends a batch in order. If the server refuses a whole request, halves the batch until the
 * offending event is alone. All other events are delivered.
 */
export async function sendBatch(
  transport: Transport,
  batch: readonly BufferedEvent[],
): Promise<BatchOutcome> {
  const rejections: Rejection[] = []
  const refused: BatchOutcome['refused'] = []
  const parts = [batch]
  let done = 0
  for (let part = parts.shift(); part; part = parts.shift()) {
    const answer = await send(transport, part)
    if (!(answer instanceof Error)) {
      for (const rejection of answer.rejections ?? []) {
        rejections.push({ ...rejection, index: done + rejection.index })
      }
    } else if (!isRefusal(answer)) {
      return { rejections, refused, left: batch.slice(done), error: answer }
    } else if (part.length > 1) {
      const middle = Math.ceil(part.length / 2)
      parts.unshift(part.slice(0, middle), part.slice(middle))
      continue
    } else {
      const [event] = part
      if (event) refused.push({ event, error: answer })
      rejections.push({ index: done, reason: 'invalid_event', message: answer.message })
    }
    done += part.length
  }
  return { rejections, refused, left: [], error: null }
}

async function send(
  transport: Transport,
  events: readonly BufferedEvent[],
): Promise<OperationOutput<'trackUsage'> | PurserError> {
  try {
    const answer = await transport.json('trackUsage', { body: { events } })
    return typeof answer.accepted === 'number' ? answer : foreignAnswer()
  } catch (error) {
    return error instanceof PurserError ? error : unserializable(error)
  }
}

/** Returns whether Purser refused the whole request, or a proxy refused its size. */
const isRefusal = ({ code, status }: PurserError): boolean =>
  code === 'invalid_request' || status === 413

/** The error for JSON from another server. */
const foreignAnswer = (): PurserError =>
  clientError(
    'unexpected_response',
    'The answer did not come from Purser. Check baseUrl and any proxy.',
  )

/** The error for an event with a cycle or a bigint, which JSON cannot represent. */
const unserializable = (error: unknown): PurserError =>
  new InvalidRequestError({
    code: 'invalid_request',
    message: `An event cannot be written as JSON: ${String((error as Error)?.message ?? error)}`,
    status: null,
    requestId: null,
  })
