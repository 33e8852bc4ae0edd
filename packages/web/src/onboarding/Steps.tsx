import type { ReactElement } from 'react'
import type { OnboardingStep } from './stepOf.ts'

const NAMES = ['Your page', 'Reading', 'Review', 'Live'] as const

const AT: Readonly<Record<OnboardingStep, number>> = {
  key: 0,
  start: 0,
  failed: 0,
  live: 1,
  review: 2,
  promoted: 3,
}

/** The way from a page to a live catalog, and where on it one is. */
export const Steps = ({ current }: { readonly current: OnboardingStep }): ReactElement => (
  <ol className="steps" aria-label="Steps">
    {NAMES.map((name, at) => (
      <li
        key={name}
        aria-current={at === AT[current] ? 'step' : undefined}
        data-done={at < AT[current] || undefined}
      >
        <span className="steps-number" aria-hidden="true">
          {at < AT[current] ? '✓' : at + 1}
        </span>
        <span className="steps-name">{name}</span>
      </li>
    ))}
  </ol>
)
