import { type ErrorCode, errorTable, type Problem } from '@purser/contract'

interface PurserErrorOptions {
  details?: Problem[] | Record<string, unknown>
  /** The internal reason. It is logged and never sent. */
  cause?: unknown
  retryAfterSeconds?: number
}

/** Represents an unsuccessful response. Its code and message are public; its cause is not. */
export class PurserError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: PurserErrorOptions['details']
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: PurserErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'PurserError'
    this.code = code
    this.status = errorTable[code].status
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Builds a 400 response that lists every problem with its path. */
export const invalidRequest = (problems: Problem[]): PurserError =>
  new PurserError(
    'invalid_request',
    problems.length === 1
      ? `${problems[0]?.path || 'request'}: ${problems[0]?.message}`
      : `The request has ${problems.length} problems; see details.`,
    { details: problems },
  )

export const notFound = (what: string, id: string): PurserError =>
  new PurserError('not_found', `No ${what} ${JSON.stringify(id)} in this environment.`)
