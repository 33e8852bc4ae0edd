import type { ErrorCode } from '../errors.ts'
import {
  ConflictError,
  type ErrorFacts,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  PmInUseError,
  PurserError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from './PurserError.ts'

const BY_STATUS: Readonly<Record<number, typeof PurserError>> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: ConflictError,
  429: RateLimitedError,
}

/** Converts a response outside 2xx to an error. */
export async function readError(response: Response): Promise<PurserError> {
  const error = await readBody(response)
  const facts: ErrorFacts = {
    code: error?.code ?? 'unexpected_response',
    message: error?.message ?? unexpectedMessage(response),
    status: response.status,
    requestId: error?.requestId ?? response.headers.get('x-request-id'),
    details: error?.details,
    retryAfterSeconds: readRetryAfter(response),
  }
  if (facts.code === 'pm_in_use') return new PmInUseError(facts)
  const Kind = BY_STATUS[response.status] ?? (response.status >= 500 ? ServerError : PurserError)
  return new Kind(facts)
}

interface ErrorContents {
  code: ErrorCode
  message: string
  details?: unknown
  requestId?: string
}

/** Returns null if the body is not Purser's. A proxy may have answered. */
async function readBody(response: Response): Promise<ErrorContents | null> {
  try {
    const { error } = (await response.json()) as { error?: Partial<ErrorContents> }
    return typeof error?.code === 'string' && typeof error.message === 'string'
      ? (error as ErrorContents)
      : null
  } catch {
    return null
  }
}

const unexpectedMessage = ({ status, url }: Response): string =>
  `Status ${status} came from a server that is not Purser${url ? ` at ${new URL(url).origin}` : ''}: check the base URL and any proxy.`

function readRetryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after')
  const seconds = Number(header)
  return header === null || Number.isNaN(seconds) || seconds < 0 ? null : seconds
}
