import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

interface FailedRunProps {
  readonly run: OnboardingRun
  /** The form to try another page. */
  readonly children: ReactNode
}

/** Explains why a run failed and offers to try another page. */
export function FailedRun({ run, children }: FailedRunProps): ReactElement {
  const { url, error, missed, skipped, failed } = run
  const reasons = [
    ...missed,
    ...skipped.map(({ name, reason }) => `${name}: ${reason}`),
    ...failed.map((failure) => `${failure.name}: ${failure.error}`),
  ]
  return (
    <>
      <section className="purser-card" aria-label="What went wrong">
        <p className="source-url">{url}</p>
        <Notice kind="error">
          {error ?? 'Purser read the page but could not draft a catalog from it.'}
        </Notice>
        {reasons.length > 0 && (
          <ul className="plain-list">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </section>
      {children}
    </>
  )
}
