export interface SignatureHeader {
  /** Seconds since 1970. */
  readonly timestamp: number
  /** What is signed anew with each secret while two are valid. */
  readonly signatures: readonly string[]
}

/** One for each secret that is valid at a time; a stranger may not make us compute more. */
const MOST_SIGNATURES = 10

/** Stripe's `t=…,v1=…,v1=…`; null when it is not exactly one time and at least one signature. */
export function parseSignatureHeader(header: unknown): SignatureHeader | null {
  if (typeof header !== 'string') return null
  const parts = header.split(',').map((part) => part.split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, ...value]) => (key === name ? [value.join('=')] : []))
  const [time, ...otherTimes] = valuesOf('t')
  const signatures = valuesOf('v1').filter((signature) => /^[0-9a-f]{64}$/.test(signature))
  if (time === undefined || otherTimes.length > 0 || !signatures.length) return null
  if (signatures.length > MOST_SIGNATURES) return null
  return /^\d{1,12}$/.test(time) ? { timestamp: Number(time), signatures } : null
}

/** How far the clock of whoever signed may be from ours. */
const TOLERANCE_SECONDS = 300

/** Whether a delivery was signed about now; the SDK finds nothing wrong with the future. */
export function judgeAge(timestamp: number, now: Date): 'current' | 'stale' | 'future' {
  const age = Math.floor(now.getTime() / 1000) - timestamp
  if (age > TOLERANCE_SECONDS) return 'stale'
  return age < -TOLERANCE_SECONDS ? 'future' : 'current'
}
