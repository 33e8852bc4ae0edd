import type { Invoice } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { InvoiceBody } from './InvoiceBody.tsx'

interface InvoiceDialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** One invoice of the list, above it. */
export function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps): ReactElement {
  const { invoices: words } = useWords()
  return (
    <Dialog size="large" title={words.invoice(invoice.number ?? words.draft)} onClose={onClose}>
      <InvoiceBody invoiceId={invoice.id} />
    </Dialog>
  )
}
