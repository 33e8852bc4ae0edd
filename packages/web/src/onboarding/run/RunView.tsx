import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import { countKinds } from '../catalog/kindNames.ts'
import { arrangeProductDraft } from '../catalog/productDraft.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { PromotedView } from '../promote/PromotedView.tsx'
import { Review } from '../review/Review.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LiveCatalog } from './LiveCatalog.tsx'
import type { RunProgress } from './reduceRun.ts'

interface RunViewProps {
  readonly client: MerchantClient
  readonly progress: RunProgress
  /** The reason why the page cannot follow the run. */
  readonly error: Error | null
  readonly isPromoted: boolean
  readonly onPromoted: (isPromoted: boolean) => void
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** Shows the progress of a run, and then its catalog for review. */
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
  const outcomes = findings.filter(({ state }) => state !== 'found').length
  const { catalog, error: readError, reload } = useCatalog(client, outcomes + (run ? 1 : 0))
  const draft = useMemo(() => arrangeProductDraft(catalog ?? {}, findings), [catalog, findings])
  const problem = error ?? readError

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
          <LiveCatalog draft={draft} findings={findings} catalog={catalog} />
        </>
      )}
      {run && catalog && isPromoted && (
        <PromotedView run={run} draft={draft} catalog={catalog} onBack={() => onPromoted(false)} />
      )}
      {run && catalog && !isPromoted && (
        <Review
          client={client}
          run={run}
          draft={draft}
          catalog={catalog}
          reload={reload}
          onPromoted={() => onPromoted(true)}
          onLeave={onLeave}
        />
      )}
    </>
  )
}

const STATUS_WORDS: Readonly<Record<RunProgress['status'], string>> = {
  queued: 'Waiting to start…',
  fetching: 'Fetching the page…',
  extracting: 'Reading plans and prices…',
  creating: 'Drafting your catalog…',
  completed: 'Done',
  failed: 'Failed',
}

const ORDER: readonly RunProgress['status'][] = ['fetching', 'extracting', 'creating', 'completed']

function StatusLine({ progress }: { readonly progress: RunProgress }): ReactElement {
  const { status, findings } = progress
  const current = ORDER.indexOf(status)
  const found = countKinds(findings, ['tier', 'plan', 'feature', 'metric', 'creditPackage'])
  return (
    <div className="status-line">
      <div className="status-bar" aria-hidden="true">
        {ORDER.slice(0, -1).map((name, index) => (
          <span
            key={name}
            data-state={index < current ? 'done' : index === current ? 'running' : undefined}
          />
        ))}
      </div>
      <p className="status-text" role="status" aria-live="polite">
        <span className="purser-spinner" aria-hidden="true" />
        <strong>{STATUS_WORDS[status]}</strong>
        <span className="purser-soft">{found && `${found} so far`}</span>
      </p>
    </div>
  )
}

interface CatalogState {
  /** null until the first read completes. */
  readonly catalog: Catalog | null
  readonly error: Error | null
  readonly reload: () => Promise<void>
}

/** Reads the sandbox catalog, and reads it again when `version` changes. */
function useCatalog(client: MerchantClient, version: number): CatalogState {
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const readLoop = useRef<{ again: boolean; done: Promise<void> } | null>(null)

  // Runs one read at a time. All requests during a read share one more read after it.
  const reload = useCallback((): Promise<void> => {
    if (readLoop.current) {
      readLoop.current.again = true
      return readLoop.current.done
    }
    const loop = { again: true, done: Promise.resolve() }
    const read = async () => {
      try {
        while (loop.again) {
          loop.again = false
          setCatalog(await client.call('getCatalog', {}))
        }
        setError(null)
      } catch (problem) {
        setError(problem instanceof Error ? problem : new Error(String(problem)))
      } finally {
        readLoop.current = null
      }
    }
    readLoop.current = loop
    loop.done = read()
    return loop.done
  }, [client])

  useEffect(() => {
    if (version > 0) void reload()
  }, [version, reload])

  return { catalog, error, reload }
}
