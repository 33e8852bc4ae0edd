import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { describeConfidence } from './describeConfidence.ts'
import { Evidence } from './Evidence.tsx'
import { kindNames } from './kindNames.ts'
import { placeId } from './placeId.ts'

/** What is doubtful, failed, was left out or not understood: it comes before all that is fine. */
export function LookFirst({ run }: { readonly run: OnboardingRun }): ReactElement | null {
  const doubtful = run.created
    .filter(({ confidence }) => describeConfidence(confidence).tone === 'warning')
    .sort((a, b) => a.confidence - b.confidence)
  const leftOut = run.skipped.filter(({ reason }) => reason !== 'already_exists')
  if (doubtful.length + run.failed.length + leftOut.length + run.missed.length === 0) return null
  return (
    <section className="purser-card look-first" aria-labelledby="look-first">
      <h2 id="look-first" className="purser-card-title">
        Look at this first
      </h2>
      <ul className="look-list">
        {run.failed.map(({ kind, name, error }) => (
          <li key={`${kind} ${name}`}>
            <p>
              <span className="purser-badge purser-badge-negative">Not created</span>{' '}
              <strong>{name}</strong>, a {kindNames[kind][0]}: {error}
            </p>
          </li>
        ))}
        {doubtful.map((created) => (
          <li key={created.id}>
            <p>
              <a href={`#${placeId(created.kind, created.slug)}`}>{created.name}</a>{' '}
              <span className="purser-soft">{kindNames[created.kind][0]}</span>
            </p>
            <Evidence finding={{ state: 'created', ...created }} />
          </li>
        ))}
        {leftOut.map(({ kind, name, reason }) => (
          <li key={`${kind} ${name}`}>
            <p>
              <span className="purser-badge">Left out</span> <strong>{name}</strong>: {reason}
            </p>
          </li>
        ))}
        {run.missed.map((sentence) => (
          <li key={sentence}>
            <p>
              <span className="purser-badge">Not read</span> {sentence}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
