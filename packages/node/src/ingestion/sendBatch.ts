import {
  InvalidRequestError,
  type OperationOutput,
  PurserError,
  type TrackResult,
} from '@purser/contract/client'
import { clientError } from '../clientError.ts'
import type { Transport } from '../transport.ts'
import type { BufferedEvent } from './EventBuffer.ts'

export type Rejection = NonNullable<TrackResult['rejections']>[number]

/** What became of a batch; `index` is an event's place in it. */
export interface BatchOutcome {
  /** Events that the server does not take, for good. */
  readonly rejections: Rejection[]
  /** Among them those for which it refused the whole request. */
  readonly refused: { readonly event: BufferedEvent; readonly error: PurserError }[]
  /** The end of the batch that could not be sent, and why; it can be sent again. */
  readonly left: readonly BufferedEvent[]
  readonly error: PurserError | null
}

/**
 * Sends a batch in order. A request that is refused as a whole is halved until the event that it is
 * refused for stands alone; all others get through.
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
    return typeof answer.accepted === 'number' ? answer : strange()
  } catch (error) {
    return error instanceof PurserError ? error : unwritable(error)
  }
}

/** Only when Purser says so, or the body is too large for whoever is in between. */
const isRefusal = ({ code, status }: PurserError): boolean =>
  code === 'invalid_request' || status === 413

/** JSON, but of somebody else. */
const strange = (): PurserError =>
  clientError(
    'unexpected_response',
    'Something answered that is not Purser: check the base URL, and any proxy in between.',
  )

/** A cycle or a bigint in its properties: no JSON can be made of it. */
const unwritable = (error: unknown): PurserError =>
  new InvalidRequestError({
    code: 'invalid_request',
    message: `An event cannot be written as JSON: ${String((error as Error)?.message ?? error)}`,
    status: null,
    requestId: null,
  })
