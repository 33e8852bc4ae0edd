import type { OnboardingRun } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'

export type RunStatus = OnboardingRun['status']

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

export function checkMove(from: RunStatus, to: RunStatus): void {
  invariant(NEXT[from].includes(to), `a run goes from ${from} to ${to}`)
}
