import type { ReactElement } from 'react'
import { describeConfidence } from './describeConfidence.ts'
import type { Finding } from './reduceRun.ts'

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
