import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { kindNames } from '../catalog/kindNames.ts'
import { describeConfidence } from './Evidence.tsx'
import { placeId } from './placeId.ts'

/** As many as are read at a glance; the others are a click away. */
const SHOWN = 6

interface Concern {
  readonly key: string
  readonly tone: 'negative' | 'warning' | 'neutral'
  readonly word: string
  readonly text: ReactNode
}

/** What is doubtful, failed, was left out or not understood: it comes before all that is fine. */
export function LookFirst({ run }: { readonly run: OnboardingRun }): ReactElement | null {
  const concerns = concernsOf(run)
  if (concerns.length === 0) return null
  const rest = concerns.slice(SHOWN)
  const isGrave = concerns.some(({ tone }) => tone !== 'neutral')
  return (
    <section className={`purser-card${isGrave ? ' look-first' : ''}`} aria-labelledby="look-first">
      <h2 id="look-first" className="purser-card-title">
        {isGrave ? 'Look at this first' : 'Good to know'}
      </h2>
      <ConcernList concerns={concerns.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? 'One more' : `${rest.length} more`}</summary>
          <ConcernList concerns={rest} />
        </details>
      )}
    </section>
  )
}

const ConcernList = ({ concerns }: { readonly concerns: readonly Concern[] }): ReactElement => (
  <ul className="look-list">
    {concerns.map(({ key, tone, word, text }) => (
      <li key={key}>
        <span className={`purser-badge purser-badge-${tone}`}>{word}</span>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)

/** The worst comes first. */
function concernsOf({ created, skipped, failed, missed }: OnboardingRun): Concern[] {
  const doubtful = created
    .filter(({ confidence }) => describeConfidence(confidence).tone === 'warning')
    .sort((a, b) => a.confidence - b.confidence)
  return [
    ...failed.map(
      ({ kind, name, error }, at): Concern => ({
        key: `failed ${at}`,
        tone: 'negative',
        word: 'Not created',
        text: (
          <>
            <strong>{name}</strong>, a {kindNames[kind][0]}: {error}
          </>
        ),
      }),
    ),
    ...doubtful.map(
      ({ kind, slug, name, evidence }): Concern => ({
        key: `${kind} ${slug}`,
        tone: 'warning',
        word: 'Doubtful',
        text: (
          <>
            <a href={`#${placeId(kind, slug)}`}>{name}</a>, a {kindNames[kind][0]}
            {evidence && (
              <>
                : <q>{evidence}</q>
              </>
            )}
          </>
        ),
      }),
    ),
    ...missed.map(
      (sentence, at): Concern => ({
        key: `missed ${at}`,
        tone: 'neutral',
        word: 'Note',
        text: sentence,
      }),
    ),
    ...skipped.flatMap(({ name, reason }, at): Concern[] =>
      reason === 'already_exists'
        ? []
        : [
            {
              key: `skipped ${at}`,
              tone: 'neutral',
              word: 'Left out',
              text: (
                <>
                  <strong>{name}</strong>: {reason}
                </>
              ),
            },
          ],
    ),
  ]
}
