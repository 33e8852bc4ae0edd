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

const UNSURE = 'A write may have happened: to be sure, send it again with the same idempotencyKey.'

/** The caller's signal ended the request. */
export const abortedError = (): PurserError =>
  clientError('aborted', `The request was aborted by its signal. ${UNSURE}`)

export const timeoutError = (timeoutMs: number): PurserError =>
  clientError(
    'timed_out',
    `Purser did not answer within ${timeoutMs} ms. Look at its load, or raise timeout. ${UNSURE}`,
  )

/** The answer of a proxy, a login page or another service. */
export const unexpectedAnswerError = ({ status, headers }: Response): PurserError =>
  new PurserError({
    code: 'unexpected_response',
    message: `Status ${status} came from a server that is not Purser: check the base URL and any proxy.`,
    status,
    requestId: headers.get('x-request-id'),
  })
