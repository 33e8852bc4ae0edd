import type { OnboardingRun } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'

export type RunStatus = OnboardingRun['status']

/** Attempts at a run that a stopped server or an internal error interrupted. */
export const MAX_ATTEMPTS = 3

/** The allowed transitions. An interrupted run continues from its last status. */
const NEXT: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['fetching', 'failed'],
  fetching: ['fetching', 'extracting', 'failed'],
  extracting: ['fetching', 'creating', 'failed'],
  creating: ['creating', 'completed', 'failed'],
  completed: [],
  failed: [],
}

export const isRunEnded = (status: RunStatus): boolean => NEXT[status].length === 0

/** Short, because a person is watching. */
const FIRST_RETRY_MS = 10_000
/** Longer than most restarts of a database and most locks. */
const LATER_RETRY_MS = 240_000

/** The pause after an attempt that ended with an internal error. */
export function pauseAfterAttempt(attempt: number): number {
  if (attempt === 1) return FIRST_RETRY_MS
  // Nothing is left but to mark the run as failed.
  if (attempt === MAX_ATTEMPTS) return 0
  return LATER_RETRY_MS
}

export function checkMove(from: RunStatus, to: RunStatus): void {
  invariant(NEXT[from].includes(to), `a run goes from ${from} to ${to}`)
}
