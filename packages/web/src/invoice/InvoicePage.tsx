import { useBranding, useInvoice } from '@purser/react'
import { InvoiceView } from '@purser/react/components'
import { type ReactElement, useEffect } from 'react'
import { BackLink, PageHeader } from '../page/PageHeader.tsx'

interface InvoicePageProps {
  readonly invoiceId: string
  readonly returnUrl: string | null
}

/** Shows one invoice to everyone who has the link, and lets them pay it. */
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
            If you pay by card, the card is saved for the customer named on this invoice and may be
            used for future payments.
          </p>
        )}
      </main>
    </div>
  )
}
