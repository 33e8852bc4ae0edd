import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

interface FailedRunProps {
  readonly run: OnboardingRun
  /** The form to try another page with. */
  readonly children: ReactNode
}

/** Why a page gave nothing, and the way to try another one. */
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
          {error ?? 'The page was read, and nothing on it could be made into a catalog.'}
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
