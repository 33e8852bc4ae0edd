import type { OnboardingRun } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { Notice } from '../ui/Notice.tsx'
import { ChangeList } from './ChangeList.tsx'

interface ChangesCardProps {
  readonly client: MerchantClient
  readonly run: OnboardingRun
  readonly catalog: Catalog
  readonly reload: () => Promise<void>
}

/** Shows how the pricing page differs from its last run, with a button to apply the changes. */
export function ChangesCard({ client, run, catalog, reload }: ChangesCardProps): ReactElement {
  const [state, setState] = useState<'waiting' | 'busy' | 'applied'>('waiting')
  const [problem, setProblem] = useState<string | null>(null)
  // Keeps the catalog from before the changes, so that the list still shows the old names.
  const [initialCatalog] = useState(catalog)

  const apply = async () => {
    setState('busy')
    setProblem(null)
    try {
      await client.call('applyOnboarding', { params: { id: run.id } })
      setState('applied')
      await reload()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setState('waiting')
    }
  }

  return (
    <section className="purser-card" aria-labelledby="changes">
      <header className="purser-card-header">
        <h2 id="changes" className="purser-card-title">
          Your page has changed
        </h2>
        {state !== 'applied' && (
          <button
            type="button"
            className="purser-button purser-button-primary"
            aria-disabled={state === 'busy' || undefined}
            onClick={() => state === 'waiting' && void apply()}
          >
            Apply changes
          </button>
        )}
      </header>
      {state === 'applied' ? (
        <Notice kind="success">Your sandbox catalog now has these changes.</Notice>
      ) : (
        <p className="purser-soft">
          The page is different from the last time Purser read it. Your catalog stays the same until
          you apply these changes.
        </p>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <ChangeList changes={run.changes} catalog={initialCatalog} />
    </section>
  )
}
