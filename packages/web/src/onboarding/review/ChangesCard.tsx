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

/** What the page says otherwise than when it was last read, and the button that takes it over. */
export function ChangesCard({ client, run, catalog, reload }: ChangesCardProps): ReactElement {
  const [state, setState] = useState<'waiting' | 'busy' | 'applied'>('waiting')
  const [problem, setProblem] = useState<string | null>(null)
  // Described by the names of before, also once they have changed.
  const [before] = useState(catalog)

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
            Apply the changes
          </button>
        )}
      </header>
      {state === 'applied' ? (
        <Notice kind="success">The changes are in your sandbox catalog now.</Notice>
      ) : (
        <p className="purser-soft">
          It says otherwise than when it was last read. Your catalog stays as it is until you apply
          this.
        </p>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <ChangeList changes={run.changes} catalog={before} />
    </section>
  )
}
