import { type ClientErrorCode, ConnectionError, PurserError } from '@purser/contract/client'

/** An error that did not come from the server. */
export const clientError = (
  code: ClientErrorCode,
  message: string,
  details?: unknown,
): PurserError => {
  const Kind = CONNECTION_CODES.includes(code) ? ConnectionError : PurserError
  return new Kind({ code, message, status: null, requestId: null, details })
}

const CONNECTION_CODES: readonly ClientErrorCode[] = ['connection_failed', 'timed_out', 'aborted']

const UNSURE =
  'If it was a write, it may have happened. Repeat it with the same idempotencyKey to be sure.'

/** The caller's signal ended the request. */
export const abortedError = (): PurserError =>
  clientError('aborted', `The request was aborted by its signal. ${UNSURE}`)

export const timeoutError = (timeoutMs: number): PurserError =>
  clientError(
    'timed_out',
    `Purser did not answer within ${timeoutMs} ms. Check the load of the server, or raise timeout. ${UNSURE}`,
  )

/** The error for an answer of a proxy, a login page or another service. */
export const unexpectedAnswerError = ({ status, headers }: Response): PurserError =>
  new PurserError({
    code: 'unexpected_response',
    message: `The answer with status ${status} did not come from Purser. Check baseUrl and any proxy.`,
    status,
    requestId: headers.get('x-request-id'),
  })
