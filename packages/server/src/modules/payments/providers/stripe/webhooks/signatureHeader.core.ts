export interface SignatureHeader {
  /** Seconds since 1970. */
  readonly timestamp: number
  /** One signature per valid secret. There are two secrets while the merchant rotates them. */
  readonly signatures: readonly string[]
}

/**
 * Far more than the number of valid secrets. The limit bounds the work that an attacker can cause.
 */
const MAX_SIGNATURES = 10

/** Parses `t=…,v1=…,v1=…`. Returns null unless there is one time and at least one signature. */
export function parseSignatureHeader(header: unknown): SignatureHeader | null {
  if (typeof header !== 'string') return null
  const parts = header.split(',').map((part) => part.split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, ...value]) => (key === name ? [value.join('=')] : []))
  const [time, ...otherTimes] = valuesOf('t')
  const signatures = valuesOf('v1').filter((signature) => /^[0-9a-f]{64}$/.test(signature))
  if (time === undefined || otherTimes.length > 0 || !signatures.length) return null
  if (signatures.length > MAX_SIGNATURES) return null
  return /^\d{1,12}$/.test(time) ? { timestamp: Number(time), signatures } : null
}

/** The largest accepted difference between the signature's time and ours. */
const TOLERANCE_SECONDS = 300

/** Checks the age of a signature. The SDK accepts signatures from the future. */
export function judgeAge(timestamp: number, now: Date): 'current' | 'stale' | 'future' {
  const age = Math.floor(now.getTime() / 1000) - timestamp
  if (age > TOLERANCE_SECONDS) return 'stale'
  return age < -TOLERANCE_SECONDS ? 'future' : 'current'
}
