import { type ReactElement, useMemo } from 'react'
import { arrangeCatalog } from './arrangeCatalog.ts'
import type { MerchantClient } from './createMerchantClient.ts'
import { LiveCatalog } from './LiveCatalog.tsx'
import { Notice } from './Notice.tsx'
import { Promoted } from './Promoted.tsx'
import { Review } from './Review.tsx'
import type { RunProgress } from './reduceRun.ts'
import { StatusLine } from './StatusLine.tsx'
import { useCatalog } from './useCatalog.ts'

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
