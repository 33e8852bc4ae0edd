/** What came of one try. */
export interface Outcome {
  kind: 'delivered' | 'failed' | 'gone'
  /** null when there was no answer. */
  statusCode: number | null
  error: string | null
  retryAfterSeconds: number | null
}

const GONE = 410
const ASKS_TO_WAIT = [429, 503]

const isSuccess = (status: number) => status >= 200 && status < 300
const isRedirect = (status: number) => status >= 300 && status < 400

/** What an answer means: 2xx is taken, anything else is not, and 410 asks never to come again. */
export function judgeAnswer(status: number, retryAfter: unknown, now: Date): Outcome {
  if (isSuccess(status)) {
    return { kind: 'delivered', statusCode: status, error: null, retryAfterSeconds: null }
  }
  return {
    kind: status === GONE ? 'gone' : 'failed',
    statusCode: status,
    error: isRedirect(status)
      ? `answered ${status}: redirects are not followed, register the URL itself`
      : `answered ${status}`,
    retryAfterSeconds: ASKS_TO_WAIT.includes(status) ? parseRetryAfter(retryAfter, now) : null,
  }
}

export const noAnswer = (error: string): Outcome => ({
  kind: 'failed',
  statusCode: null,
  error,
  retryAfterSeconds: null,
})

/** Seconds, or a date; null for what is neither. */
function parseRetryAfter(value: unknown, now: Date): number | null {
  if (typeof value !== 'string') return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}
