import type { ReactElement } from 'react'
import type { Finding } from '../run/reduceRun.ts'

/** The page's own words that something rests on, and how sure the reader is. */
export function Evidence({ finding }: { readonly finding: Finding | null }): ReactElement | null {
  if (finding === null || finding.state === 'failed') return null
  const { word, tone } = describeConfidence(finding.confidence)
  return (
    <p className={`evidence evidence-${tone}`}>
      {finding.evidence ? <q>{finding.evidence}</q> : 'No words of the page'}{' '}
      <span className="evidence-word">{word}</span>
    </p>
  )
}

/** Below it something should be looked at before anything else. */
const DOUBTFUL = 0.6
const SURE = 0.8

interface Confidence {
  readonly word: 'Sure' | 'Likely' | 'Look at this'
  readonly tone: 'positive' | 'neutral' | 'warning'
}

/** How sure the reader is, in words. */
export function describeConfidence(confidence: number): Confidence {
  if (confidence < DOUBTFUL) return { word: 'Look at this', tone: 'warning' }
  return confidence < SURE
    ? { word: 'Likely', tone: 'neutral' }
    : { word: 'Sure', tone: 'positive' }
}
