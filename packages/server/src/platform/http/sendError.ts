import type { ErrorBody, ErrorCode } from '@purser/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PurserError } from '../../kernel/errors.ts'
import { databaseUnavailable, isUnavailable } from '../db/databaseError.ts'

/** Translates Fastify's errors to ours. Any error that is not listed here is our bug. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body_too_large',
    'The body is larger than 1 MiB. Send less in one request.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Send the body as JSON with the header content-type: application/json.',
  ],
  FST_ERR_CTP_EMPTY_TYPE: [
    'unsupported_media_type',
    'Send the body as JSON with the header content-type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_request',
    'Content-Length does not match the body.',
  ],
  FST_ERR_BAD_URL: ['invalid_request', 'The path is not a valid URL.'],
}

function toPurserError(error: unknown): PurserError {
  if (error instanceof PurserError) return error
  if (isUnavailable(error)) return databaseUnavailable(error)
  const translation = fastifyErrors[(error as FastifyError).code ?? '']
  if (translation) return new PurserError(translation[0], translation[1], { cause: error })
  return new PurserError('internal', 'Something went wrong on our side. Tell us the request id.', {
    cause: error,
  })
}

/** Clients pass on only the details of these errors, so the details also contain the request id. */
const NAME_THEIR_REQUEST: readonly ErrorCode[] = ['pm_in_use']

/** Builds the error envelope. */
export function renderError({ code, message, details }: PurserError, requestId: string): ErrorBody {
  const named = NAME_THEIR_REQUEST.includes(code) ? { ...details, requestId } : details
  return { error: { code, message, ...(named && { details: named }), requestId } }
}

/** Answers every failure with the error envelope. The cause is logged and never sent. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toPurserError(error)
  if (answer.status >= 500) request.log.error({ err: answer.cause ?? answer }, answer.message)
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  return (
    reply
      .code(answer.status)
      // Set again, because an invalid path is refused before any hook has run.
      .header('x-request-id', request.id)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(renderError(answer, request.id)))
  )
}
