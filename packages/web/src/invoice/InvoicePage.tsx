import { useBranding, useInvoice } from '@purser/react'
import { InvoiceView } from '@purser/react/components'
import { type ReactElement, useEffect } from 'react'
import { BackLink, PageHeader } from '../page/PageHeader.tsx'

interface InvoicePageProps {
  readonly invoiceId: string
  readonly returnUrl: string | null
}

/** One invoice, for whoever was given the link to it. */
export function InvoicePage({ invoiceId, returnUrl }: InvoicePageProps): ReactElement {
  const { branding } = useBranding()
  const { invoice } = useInvoice(invoiceId)
  const name = invoice?.number ? `Invoice ${invoice.number}` : 'Invoice'
  const merchant = branding?.name
  useEffect(() => {
    document.title = merchant ? `${name} · ${merchant}` : name
  }, [name, merchant])
  return (
    <div className="page page-narrow">
      <PageHeader>
        <BackLink returnUrl={returnUrl} />
      </PageHeader>
      <main className="page-main">
        <h1>{merchant ? `Invoice from ${merchant}` : 'Invoice'}</h1>
        <InvoiceView invoiceId={invoiceId} />
        {invoice?.status === 'open' && (
          <p className="page-note">
            A card that you pay with here is kept for later payments of the customer whom the
            invoice is for.
          </p>
        )}
      </main>
    </div>
  )
}
