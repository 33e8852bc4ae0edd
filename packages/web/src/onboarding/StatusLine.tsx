import type { ReactElement } from 'react'
import { countKinds } from './countKinds.ts'
import type { RunProgress } from './reduceRun.ts'

const WORDS: Readonly<Record<RunProgress['status'], string>> = {
  queued: 'Waiting for its turn',
  fetching: 'Fetching the page',
  extracting: 'Reading what it offers',
  creating: 'Drafting it in your sandbox',
  completed: 'Done',
  failed: 'It did not work',
}

const ORDER: readonly RunProgress['status'][] = ['fetching', 'extracting', 'creating', 'completed']

/** How far a run has come. */
export function StatusLine({ progress }: { readonly progress: RunProgress }): ReactElement {
  const { status, findings } = progress
  const at = ORDER.indexOf(status)
  const found = countKinds(findings, ['tier', 'plan', 'feature', 'metric', 'creditPackage'])
  return (
    <div className="status-line">
      <div className="status-bar" aria-hidden="true">
        {ORDER.slice(0, -1).map((name, place) => (
          <span
            key={name}
            data-state={place < at ? 'done' : place === at ? 'running' : undefined}
          />
        ))}
      </div>
      <p className="status-text" role="status" aria-live="polite">
        <span className="purser-spinner" aria-hidden="true" />
        <strong>{WORDS[status]} …</strong>
        <span className="purser-soft">{found && `${found} so far`}</span>
      </p>
    </div>
  )
}
