import type { ReactElement } from 'react'
import type { Finding } from '../run/reduceRun.ts'

/** Quotes the words on the page that an entry is based on, with the reader's confidence. */
export function Evidence({ finding }: { readonly finding: Finding | null }): ReactElement | null {
  if (finding === null || finding.state === 'failed') return null
  const { label, tone } = describeConfidence(finding.confidence)
  return (
    <p className={`evidence evidence-${tone}`}>
      {finding.evidence ? <q>{finding.evidence}</q> : 'Not stated on the page'}{' '}
      <span className="evidence-label">{label}</span>
    </p>
  )
}

/** The review lists entries below this confidence first. */
const LIKELY = 0.6
const SURE = 0.8

interface Confidence {
  readonly label: 'Sure' | 'Likely' | 'Check this'
  readonly tone: 'positive' | 'neutral' | 'warning'
}

export function describeConfidence(confidence: number): Confidence {
  if (confidence < LIKELY) return { label: 'Check this', tone: 'warning' }
  return confidence < SURE
    ? { label: 'Likely', tone: 'neutral' }
    : { label: 'Sure', tone: 'positive' }
}
