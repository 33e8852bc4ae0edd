import type { OperationOutput } from '@purser/contract/client'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import { countKinds } from '../catalog/kindNames.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { ChangeList } from '../review/ChangeList.tsx'
import { Notice } from '../ui/Notice.tsx'

interface PromoteCardProps {
  readonly client: MerchantClient
  readonly productSlug: string
  readonly catalog: Catalog
  readonly onPromoted: () => void
}

/** Promotes the product to live, after a dialog that previews the changes. */
export function PromoteCard(props: PromoteCardProps): ReactElement {
  const { client, productSlug, catalog, onPromoted } = props
  const [preview, setPreview] = useState<Promotion | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const loadPreview = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      const body = { productId: productSlug, dryRun: true }
      setPreview(await client.call('promoteCatalog', { body }))
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
          Ready to go live?
        </h2>
        <p className="purser-soft">
          You can review every change before it goes live. Your sandbox keeps its drafts.
        </p>
      </div>
      <button
        type="button"
        className="purser-button purser-button-primary"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void loadPreview()}
      >
        See what will go live
      </button>
      {problem && <Notice kind="error">{problem}</Notice>}
      {preview && (
        <PromoteDialog
          preview={preview}
          catalog={catalog}
          onConfirm={async () => {
            await client.call('promoteCatalog', { body: { productId: productSlug } })
            onPromoted()
          }}
          onClose={() => setPreview(null)}
        />
      )}
    </section>
  )
}

type Promotion = OperationOutput<'promoteCatalog'>

interface PromoteDialogProps {
  readonly preview: Promotion
  readonly catalog: Catalog
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

function PromoteDialog(props: PromoteDialogProps): ReactElement {
  const { preview, catalog, onConfirm, onClose } = props
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // A layout effect closes the dialog while it is still in the document. This restores the focus.
    return () => element?.close()
  }, [])

  const { changes } = preview
  const summary = countKinds(changes, [
    'product',
    'tier',
    'plan',
    'feature',
    'metric',
    'creditCurrency',
    'creditPackage',
  ])

  const confirm = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      className="purser purser-dialog"
      aria-labelledby="promote-title"
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      <div className="purser-dialog-body">
        <header className="purser-dialog-header">
          <h2 id="promote-title" className="purser-dialog-title">
            {changes.length > 0 ? 'What will go live' : 'Live is up to date'}
          </h2>
        </header>
        <div className="purser-dialog-content">
          {changes.length > 0 ? (
            <>
              <p>
                This changes <strong>{summary}</strong> in your live catalog. The plans become
                public: customers can see them and subscribe.
              </p>
              <ChangeList changes={changes} catalog={catalog} />
            </>
          ) : (
            <p>There is nothing to promote. Your live catalog already contains this draft.</p>
          )}
          {problem && <Notice kind="error">{problem}</Notice>}
        </div>
        <footer className="purser-dialog-footer">
          <button
            type="button"
            className="purser-button purser-button-secondary"
            onClick={() => dialog.current?.close()}
          >
            {changes.length > 0 ? 'Not yet' : 'Close'}
          </button>
          {changes.length > 0 && (
            <button
              type="button"
              className="purser-button purser-button-primary"
              aria-disabled={isBusy || undefined}
              onClick={() => !isBusy && void confirm()}
            >
              Go live
            </button>
          )}
        </footer>
      </div>
    </dialog>
  )
}
