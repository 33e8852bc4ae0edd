import { type ReactElement, useState } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { Notice } from '../ui/Notice.tsx'
import { PromoteDialog, type Promotion } from './PromoteDialog.tsx'

interface PromoteCardProps {
  readonly client: MerchantClient
  readonly productSlug: string
  readonly catalog: Catalog
  readonly onPromoted: () => void
}

/** The way to live: first what it would do, then the doing. */
export function PromoteCard(props: PromoteCardProps): ReactElement {
  const { client, productSlug, catalog, onPromoted } = props
  const [planned, setPlanned] = useState<Promotion | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const plan = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      const body = { productId: productSlug, dryRun: true }
      setPlanned(await client.call('promoteCatalog', { body }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="purser-card promote" aria-labelledby="promote">
      <div>
        <h2 id="promote" className="purser-card-title">
          All right? Take it live
        </h2>
        <p className="purser-soft">
          You will see what changes in live before anything does. The drafts in your sandbox stay.
        </p>
      </div>
      <button
        type="button"
        className="purser-button purser-button-primary"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void plan()}
      >
        See what will go live
      </button>
      {problem && <Notice kind="error">{problem}</Notice>}
      {planned && (
        <PromoteDialog
          planned={planned}
          catalog={catalog}
          onConfirm={async () => {
            await client.call('promoteCatalog', { body: { productId: productSlug } })
            onPromoted()
          }}
          onClose={() => setPlanned(null)}
        />
      )}
    </section>
  )
}
