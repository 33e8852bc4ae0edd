import type { OnboardingRun } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { CodeBlock } from './CodeBlock.tsx'

/** Which events to send, each with an example, and the code that sends them. */
export function TrackingContract({ run }: { readonly run: OnboardingRun }): ReactElement | null {
  const { trackingContract, snippet } = run
  if (trackingContract.length === 0) return null
  return (
    <section aria-labelledby="tracking">
      <h2 id="tracking" className="section-title">
        What to track
      </h2>
      <div className="purser-card">
        <p className="purser-soft">
          Send these events to Purser as they happen. They meter usage and deduct credits.
        </p>
        <ul className="contract">
          {trackingContract.map(({ eventName, metric, featureSlugs, exampleEvent }) => (
            <li key={`${eventName} ${metric}`}>
              <h3>
                <code>{eventName}</code>
              </h3>
              <p className="purser-soft">
                counts towards {metric}
                {featureSlugs.length > 0 && `; drives ${featureSlugs.join(', ')}`}
              </p>
              <CodeBlock
                label={`example of ${eventName}`}
                text={JSON.stringify(exampleEvent, null, 2)}
              />
            </li>
          ))}
        </ul>
        {snippet && (
          <>
            <h3>With @purser/node</h3>
            <CodeBlock label="the snippet" text={snippet} />
          </>
        )}
      </div>
    </section>
  )
}
