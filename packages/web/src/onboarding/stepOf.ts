import type { RunProgress } from './reduceRun.ts'

export type OnboardingStep = 'key' | 'start' | 'live' | 'failed' | 'review' | 'promoted'

interface Standing {
  readonly hasKey: boolean
  readonly runId: string | null
  readonly progress: RunProgress | null
  readonly isPromoted: boolean
}

/** Where the merchant stands on the way from a page to a live catalog. */
export function stepOf({ hasKey, runId, progress, isPromoted }: Standing): OnboardingStep {
  if (!hasKey) return runId === null ? 'start' : 'key'
  if (progress === null) return runId === null ? 'start' : 'live'
  if (progress.run === null) return 'live'
  const hasMade = progress.findings.some((finding) => 'slug' in finding && finding.slug !== null)
  if (progress.run.status === 'failed' || !hasMade) return 'failed'
  return isPromoted ? 'promoted' : 'review'
}
