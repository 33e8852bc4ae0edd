import type { ErrorCode, Problem } from '../errors.ts'

/** What goes wrong before the server has answered, or when something else answers in its place. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timed_out'
  | 'aborted'
  | 'unexpected_response'
  | 'invalid_signature'
  | IngestionErrorCode

/** What a client that buffers events tells of those that it could not hand over. */
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
  /** How long the server asks to wait; null when it does not say. */
  readonly retryAfterSeconds?: number | null
  readonly cause?: unknown
}

/** Every error of a client: what the server said, or why it could not be asked. */
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

  /** Not the name of the class, which a minifier may shorten. */
  static readonly errorName: string = 'PurserError'
}

/** 400: the request breaks a rule. */
export class InvalidRequestError extends PurserError {
  static override readonly errorName: string = 'InvalidRequestError'

  /** Every problem of the request at once. */
  get problems(): readonly Problem[] {
    return Array.isArray(this.details) ? this.details : []
  }
}

/** 401: no key or token, or one that is unknown, revoked or expired. */
export class UnauthorizedError extends PurserError {
  static override readonly errorName: string = 'UnauthorizedError'
}

/** 402: a payment is needed or was refused; `code` says which. */
export class PaymentRequiredError extends PurserError {
  static override readonly errorName: string = 'PaymentRequiredError'
}

/** 403: the key or token may not do this. */
export class ForbiddenError extends PurserError {
  static override readonly errorName: string = 'ForbiddenError'
}

/** 404: there is no such object in this environment. */
export class NotFoundError extends PurserError {
  static override readonly errorName: string = 'NotFoundError'
}

/** 409 and 422: the state of things does not allow this; `code` says why. */
export class ConflictError extends PurserError {
  static override readonly errorName: string = 'ConflictError'
}

export interface PmInUseDetails {
  readonly paymentMethodId: string
  readonly activeSubscriptionIds: readonly string[]
  readonly autoTopupAccountIds: readonly string[]
  readonly requestId: string
}

/** 409 `pm_in_use`: the default payment method still powers something; it can be replaced. */
export class PmInUseError extends ConflictError {
  static override readonly errorName: string = 'PmInUseError'
  declare readonly details: PmInUseDetails
}

/** 429: too many requests. */
export class RateLimitedError extends PurserError {
  static override readonly errorName: string = 'RateLimitedError'
}

/** 5xx: the server could not do it. */
export class ServerError extends PurserError {
  static override readonly errorName: string = 'ServerError'
}

/** The server was not reached, or did not answer in time. */
export class ConnectionError extends PurserError {
  static override readonly errorName: string = 'ConnectionError'
}
