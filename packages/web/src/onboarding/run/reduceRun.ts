import type { OnboardingEvent, OnboardingRun } from '@purser/contract/client'

type EventData<Name extends OnboardingEvent['event']> = Extract<
  OnboardingEvent,
  { event: Name }
>['data']

/** What was found, and what became of it so far. */
export type Finding =
  | ({ readonly state: 'found' } & EventData<'found'>)
  | ({ readonly state: 'created' } & EventData<'created'>)
  | ({ readonly state: 'skipped' } & EventData<'skipped'>)
  | ({ readonly state: 'failed' } & EventData<'failed'>)

export interface RunProgress {
  readonly id: string | null
  readonly status: OnboardingRun['status']
  /** In the order in which they were found. */
  readonly findings: readonly Finding[]
  /** The whole run, once it has ended. */
  readonly run: OnboardingRun | null
}

export const noProgress: RunProgress = { id: null, status: 'queued', findings: [], run: null }

/** A run after one more event. */
export function reduceRun(progress: RunProgress, { event, data }: OnboardingEvent): RunProgress {
  switch (event) {
    case 'status':
      return { ...progress, id: data.id, status: data.status }
    case 'found':
      return { ...progress, findings: [...progress.findings, { state: event, ...data }] }
    case 'created':
      return settle(progress, { state: event, ...data })
    case 'skipped':
      return settle(progress, { state: event, ...data })
    case 'failed':
      return settle(progress, { state: event, ...data })
    case 'done':
      return { id: data.id, status: data.status, findings: findingsOf(data), run: data }
  }
}

/** What becomes of something takes the place of its having been found. */
function settle(progress: RunProgress, settled: Finding): RunProgress {
  const { findings } = progress
  const at = findings.findIndex(
    ({ state, kind, name }) => state === 'found' && kind === settled.kind && name === settled.name,
  )
  return {
    ...progress,
    findings: at < 0 ? [...findings, settled] : findings.with(at, settled),
  }
}

const findingsOf = ({ created, skipped, failed }: OnboardingRun): Finding[] => [
  ...created.map((data): Finding => ({ state: 'created', ...data })),
  ...skipped.map((data): Finding => ({ state: 'skipped', ...data })),
  ...failed.map((data): Finding => ({ state: 'failed', ...data })),
]
