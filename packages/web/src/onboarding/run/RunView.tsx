import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { arrangeCatalog } from '../catalog/arrangeCatalog.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { countKinds } from '../catalog/kindNames.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { Promoted } from '../promote/Promoted.tsx'
import { Review } from '../review/Review.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LiveCatalog } from './LiveCatalog.tsx'
import type { RunProgress } from './reduceRun.ts'

interface RunViewProps {
  readonly client: MerchantClient
  readonly progress: RunProgress
  /** Why the run cannot be followed. */
  readonly error: Error | null
  readonly isPromoted: boolean
  readonly onPromoted: (isPromoted: boolean) => void
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** One run: first as it goes on, then what it made. */
export function RunView({
  client,
  progress,
  error,
  isPromoted,
  onPromoted,
  onRetry,
  onLeave,
}: RunViewProps): ReactElement {
  const { findings, run } = progress
  const settled = findings.filter(({ state }) => state !== 'found').length
  const { catalog, error: unread, reload } = useCatalog(client, settled + (run ? 1 : 0))
  const arranged = useMemo(() => arrangeCatalog(catalog ?? {}, findings), [catalog, findings])
  const problem = error ?? unread

  return (
    <>
      {problem && (
        <Notice
          kind="error"
          action={
            <>
              <button
                type="button"
                className="purser-button purser-button-secondary"
                onClick={() => (error ? onRetry() : void reload())}
              >
                Try again
              </button>
              {run === null && (
                <button
                  type="button"
                  className="purser-button purser-button-secondary"
                  onClick={onLeave}
                >
                  Read another page
                </button>
              )}
            </>
          }
        >
          {problem.message}
        </Notice>
      )}
      {run === null && error === null && (
        <>
          <StatusLine progress={progress} />
          <LiveCatalog arranged={arranged} findings={findings} catalog={catalog} />
        </>
      )}
      {run && catalog && isPromoted && (
        <Promoted
          run={run}
          arranged={arranged}
          catalog={catalog}
          onBack={() => onPromoted(false)}
        />
      )}
      {run && catalog && !isPromoted && (
        <Review
          client={client}
          run={run}
          arranged={arranged}
          catalog={catalog}
          reload={reload}
          onPromoted={() => onPromoted(true)}
          onLeave={onLeave}
        />
      )}
    </>
  )
}

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
function StatusLine({ progress }: { readonly progress: RunProgress }): ReactElement {
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

interface CatalogState {
  /** null until it was read for the first time. */
  readonly catalog: Catalog | null
  readonly error: Error | null
  readonly reload: () => Promise<void>
}

/** The catalog of the sandbox, read anew whenever `version` is another one. */
function useCatalog(client: MerchantClient, version: number): CatalogState {
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const reading = useRef<{ again: boolean; done: Promise<void> } | null>(null)

  // One read at a time: what is asked for while it runs is answered by one more.
  const reload = useCallback((): Promise<void> => {
    if (reading.current) {
      reading.current.again = true
      return reading.current.done
    }
    const turn = { again: true, done: Promise.resolve() }
    const read = async () => {
      try {
        while (turn.again) {
          turn.again = false
          setCatalog(await client.call('getCatalog', {}))
        }
        setError(null)
      } catch (problem) {
        setError(problem instanceof Error ? problem : new Error(String(problem)))
      } finally {
        reading.current = null
      }
    }
    reading.current = turn
    turn.done = read()
    return turn.done
  }, [client])

  useEffect(() => {
    if (version > 0) void reload()
  }, [version, reload])

  return { catalog, error, reload }
}
