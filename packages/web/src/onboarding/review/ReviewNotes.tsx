import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { kindNames } from '../catalog/kindNames.ts'
import { describeConfidence } from './Evidence.tsx'
import { objectId } from './objectId.ts'

/** The rest is behind a click, so that the list stays short. */
const VISIBLE_NOTES = 6

interface Note {
  readonly key: string
  readonly tone: 'negative' | 'warning' | 'neutral'
  readonly label: string
  readonly text: ReactNode
}

/** Lists the entries that failed, are uncertain, were not understood or were skipped. */
export function ReviewNotes({ run }: { readonly run: OnboardingRun }): ReactElement | null {
  const notes = notesOf(run)
  if (notes.length === 0) return null
  const rest = notes.slice(VISIBLE_NOTES)
  const isUrgent = notes.some(({ tone }) => tone !== 'neutral')
  return (
    <section
      className={`purser-card${isUrgent ? ' notes-urgent' : ''}`}
      aria-labelledby="review-notes"
    >
      <h2 id="review-notes" className="purser-card-title">
        {isUrgent ? 'Check these first' : 'Good to know'}
      </h2>
      <NoteList notes={notes.slice(0, VISIBLE_NOTES)} />
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <NoteList notes={rest} />
        </details>
      )}
    </section>
  )
}

const NoteList = ({ notes }: { readonly notes: readonly Note[] }): ReactElement => (
  <ul className="notes-list">
    {notes.map(({ key, tone, label, text }) => (
      <li key={key}>
        <span className={`purser-badge purser-badge-${tone}`}>{label}</span>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)

/** The most serious notes come first. */
function notesOf({ created, skipped, failed, missed }: OnboardingRun): Note[] {
  const uncertain = created
    .filter(({ confidence }) => describeConfidence(confidence).tone === 'warning')
    .sort((a, b) => a.confidence - b.confidence)
  return [
    ...failed.map(
      ({ kind, name, error }, index): Note => ({
        key: `failed ${index}`,
        tone: 'negative',
        label: 'Not created',
        text: (
          <>
            <strong>{name}</strong> ({kindNames[kind][0]}): {error}
          </>
        ),
      }),
    ),
    ...uncertain.map(
      ({ kind, slug, name, evidence }): Note => ({
        key: `${kind} ${slug}`,
        tone: 'warning',
        label: 'Unsure',
        text: (
          <>
            <a href={`#${objectId(kind, slug)}`}>{name}</a> ({kindNames[kind][0]})
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
      (sentence, index): Note => ({
        key: `missed ${index}`,
        tone: 'neutral',
        label: 'Note',
        text: sentence,
      }),
    ),
    ...skipped.flatMap(({ name, reason }, index): Note[] =>
      reason === 'already_exists'
        ? []
        : [
            {
              key: `skipped ${index}`,
              tone: 'neutral',
              label: 'Skipped',
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
