import { PurserError } from '../../kernel/errors.ts'

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION

/** The database rolled back the whole transaction, so it may simply run again. */
export const isTransactionRetryable = (error: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(codeOf(error))

/**
 * Recognizes lost or refused connections, a server that starts or stops, too many connections, and
 * timeouts.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^(08...|57P0.|53...|ECONN.*|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT)$/.test(
      code,
    ) ||
    [LOCK_NOT_AVAILABLE, QUERY_CANCELED].includes(code) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        error.message,
      ))
  )
}

/** Builds a 503 that tells the caller what to do. The write may or may not have happened. */
export const databaseUnavailable = (cause: unknown): PurserError =>
  new PurserError(
    'unavailable',
    'The database is unavailable right now. Retry after a moment, with the same Idempotency-Key.',
    { cause, retryAfterSeconds: 1 },
  )
