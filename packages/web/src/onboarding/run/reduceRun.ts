import type { OnboardingEvent, OnboardingRun } from '@purser/contract/client'

type EventData<Name extends OnboardingEvent['event']> = Extract<
  OnboardingEvent,
  { event: Name }
>['data']

/** An object that the run found on the page, with its state so far. */
export type Finding =
  | ({ readonly state: 'found' } & EventData<'found'>)
  | ({ readonly state: 'created' } & EventData<'created'>)
  | ({ readonly state: 'skipped' } & EventData<'skipped'>)
  | ({ readonly state: 'failed' } & EventData<'failed'>)

export interface RunProgress {
  readonly id: string | null
  readonly status: OnboardingRun['status']
  /** In the order of discovery. */
  readonly findings: readonly Finding[]
  /** The whole run, once it has ended. */
  readonly run: OnboardingRun | null
}

export const noProgress: RunProgress = { id: null, status: 'queued', findings: [], run: null }

export function reduceRun(progress: RunProgress, { event, data }: OnboardingEvent): RunProgress {
  switch (event) {
    case 'status':
      return { ...progress, id: data.id, status: data.status }
    case 'found':
      return { ...progress, findings: [...progress.findings, { state: event, ...data }] }
    case 'created':
      return replaceFound(progress, { state: event, ...data })
    case 'skipped':
      return replaceFound(progress, { state: event, ...data })
    case 'failed':
      return replaceFound(progress, { state: event, ...data })
    case 'done':
      return { id: data.id, status: data.status, findings: findingsOf(data), run: data }
  }
}

/** Replaces the finding in state `found` with its outcome, in the same position. */
function replaceFound(progress: RunProgress, outcome: Finding): RunProgress {
  const { findings } = progress
  const index = findings.findIndex(
    ({ state, kind, name }) => state === 'found' && kind === outcome.kind && name === outcome.name,
  )
  return {
    ...progress,
    findings: index < 0 ? [...findings, outcome] : findings.with(index, outcome),
  }
}

const findingsOf = ({ created, skipped, failed }: OnboardingRun): Finding[] => [
  ...created.map((data): Finding => ({ state: 'created', ...data })),
  ...skipped.map((data): Finding => ({ state: 'skipped', ...data })),
  ...failed.map((data): Finding => ({ state: 'failed', ...data })),
]
