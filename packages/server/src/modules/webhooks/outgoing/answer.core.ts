/** The outcome of one attempt. */
export interface DeliveryOutcome {
  kind: 'delivered' | 'failed' | 'gone'
  /** Null when there was no answer. */
  statusCode: number | null
  error: string | null
  retryAfterSeconds: number | null
}

const GONE = 410
const ASKS_TO_WAIT = [429, 503]

const isSuccess = (status: number) => status >= 200 && status < 300
const isRedirect = (status: number) => status >= 300 && status < 400

/** Interprets an answer: 2xx is delivered, 410 means the endpoint is gone, anything else failed. */
export function judgeAnswer(status: number, retryAfter: unknown, now: Date): DeliveryOutcome {
  if (isSuccess(status)) {
    return { kind: 'delivered', statusCode: status, error: null, retryAfterSeconds: null }
  }
  return {
    kind: status === GONE ? 'gone' : 'failed',
    statusCode: status,
    error: isRedirect(status)
      ? `answered ${status}. Redirects are not followed; register the final URL`
      : `answered ${status}`,
    retryAfterSeconds: ASKS_TO_WAIT.includes(status) ? parseRetryAfter(retryAfter, now) : null,
  }
}

export const noAnswer = (error: string): DeliveryOutcome => ({
  kind: 'failed',
  statusCode: null,
  error,
  retryAfterSeconds: null,
})

/** Parses seconds or a date. Returns null for anything else. */
function parseRetryAfter(value: unknown, now: Date): number | null {
  if (typeof value !== 'string') return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}
