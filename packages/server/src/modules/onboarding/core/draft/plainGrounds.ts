import type { Grounds } from '../offer.ts'
import { plainText, shorten } from './plainName.ts'

const MAX_EVIDENCE = 500

/** Grounds as a report shows them. */
export interface PlainGrounds {
  confidence: number
  evidence: string | null
}

/** Grounds with a confidence that is one, and evidence that can be stored. `trust` lowers it. */
export const plainGrounds = (
  { confidence, evidence }: { confidence: number; evidence: string | null },
  trust = 1,
): PlainGrounds => ({
  confidence: Number.isFinite(confidence)
    ? Number((Math.min(Math.max(confidence, 0), 1) * trust).toFixed(3))
    : 0,
  evidence: shorten(plainText(evidence ?? ''), MAX_EVIDENCE) || null,
})

/** The surer of two. */
export const surer = <G extends Pick<Grounds, 'confidence'>>(a: G | null, b: G): G =>
  a !== null && !(b.confidence > a.confidence) ? a : b
