import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'

interface TrackingContractProps {
  readonly run: OnboardingRun
  readonly catalog: Catalog
}

/** Lists the events to send, each with an example, and the code that sends them. */
export function TrackingContract({ run, catalog }: TrackingContractProps): ReactElement | null {
  const { trackingContract, snippet } = run
  if (trackingContract.length === 0) return null
  const nameOf = (slug: string) => catalog.features?.[slug]?.name ?? slug
  return (
    <section aria-labelledby="tracking">
      <h2 id="tracking" className="section-title">
        What to track
      </h2>
      <div className="purser-card">
        <p className="purser-soft">
          Send these events as they happen. Purser uses them to meter usage and deduct credits.
        </p>
        <ul className="contract">
          {trackingContract.map(({ eventName, metric, featureSlugs, exampleEvent }) => (
            <li key={`${eventName} ${metric}`}>
              <p>
                <code className="contract-event">{eventName}</code>
                <span className="purser-soft">
                  {` for ${featureSlugs.length > 0 ? featureSlugs.map(nameOf).join(', ') : metric}`}
                </span>
              </p>
              <CodeBlock
                label={`Example of ${eventName}`}
                text={JSON.stringify(exampleEvent, null, 2)}
              />
            </li>
          ))}
        </ul>
        {snippet && <CodeBlock label="All events with @purser/node" text={snippet} />}
      </div>
    </section>
  )
}
