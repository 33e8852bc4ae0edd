import type { ErrorCode, Problem } from '../errors.ts'

/** Errors that occur before the server answers, or when something else answers in its place. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timed_out'
  | 'aborted'
  | 'unexpected_response'
  | 'invalid_signature'
  | IngestionErrorCode

/** Errors of a client that buffers events. */
type IngestionErrorCode =
  | 'buffer_overflow'
  | 'events_rejected'
  | 'events_undelivered'
  | 'already_shut_down'

export interface ErrorFacts {
  readonly code: ErrorCode | ClientErrorCode
  readonly message: string
  /** null when the server did not answer. */
  readonly status: number | null
  readonly requestId: string | null
  readonly details?: unknown
  /** The number of seconds that the server asks the client to wait. Null if it names none. */
  readonly retryAfterSeconds?: number | null
  readonly cause?: unknown
}

/**
 * Base class of all client errors: either the server's answer or the reason why it could not be
 * reached.
 */
export class PurserError extends Error {
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number | null
  readonly requestId: string | null
  readonly details: unknown
  readonly retryAfterSeconds: number | null

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause })
    this.name = new.target.errorName
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.details = facts.details ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }

  /** The error's name. Minifiers may shorten the name of the class. */
  static readonly errorName: string = 'PurserError'
}

/** 400: the request is invalid. */
export class InvalidRequestError extends PurserError {
  static override readonly errorName: string = 'InvalidRequestError'

  /** All problems of the request. */
  get problems(): readonly Problem[] {
    return Array.isArray(this.details) ? this.details : []
  }
}

/** 401: the key or token is missing, unknown, revoked or expired. */
export class UnauthorizedError extends PurserError {
  static override readonly errorName: string = 'UnauthorizedError'
}

/** 402: a payment is required or was declined; `code` says which. */
export class PaymentRequiredError extends PurserError {
  static override readonly errorName: string = 'PaymentRequiredError'
}

/** 403: the key or token may not do this. */
export class ForbiddenError extends PurserError {
  static override readonly errorName: string = 'ForbiddenError'
}

/** 404: the object does not exist in this environment. */
export class NotFoundError extends PurserError {
  static override readonly errorName: string = 'NotFoundError'
}

/** 409 and 422: the current state does not allow this; `code` says why. */
export class ConflictError extends PurserError {
  static override readonly errorName: string = 'ConflictError'
}

export interface PmInUseDetails {
  readonly paymentMethodId: string
  readonly activeSubscriptionIds: readonly string[]
  readonly autoTopupAccountIds: readonly string[]
  readonly requestId: string
}

/**
 * 409 `pm_in_use`: a subscription or an auto-top-up rule needs the default payment method. It can
 * be replaced.
 */
export class PmInUseError extends ConflictError {
  static override readonly errorName: string = 'PmInUseError'
  declare readonly details: PmInUseDetails
}

/** 429: too many requests. */
export class RateLimitedError extends PurserError {
  static override readonly errorName: string = 'RateLimitedError'
}

/** 5xx: the server failed. */
export class ServerError extends PurserError {
  static override readonly errorName: string = 'ServerError'
}

/** The server could not be reached or did not answer in time. */
export class ConnectionError extends PurserError {
  static override readonly errorName: string = 'ConnectionError'
}
