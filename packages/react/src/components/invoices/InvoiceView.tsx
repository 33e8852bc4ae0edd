import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useInvoicePage } from '../../invoices/useInvoicePage.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { InvoiceBody } from './InvoiceBody.tsx'

export interface InvoiceViewProps {
  readonly invoiceId: string
  /** Called when the invoice was paid here or the payment is in progress. */
  readonly onPaid?: ((outcome: SettlementOutcome) => void) | undefined
  readonly className?: string | undefined
}

/** Shows one invoice: seller, buyer, lines and payments. */
export function InvoiceView({ invoiceId, onPaid, className }: InvoiceViewProps): ReactElement {
  const { invoices: words } = useWords()
  const { page } = useInvoicePage(invoiceId)
  const number = page?.invoice.number
  return (
    <Card
      title={number ? words.invoice(number) : words.title}
      className={classNames('purser-invoice-view', className)}
    >
      <InvoiceBody invoiceId={invoiceId} onPaid={onPaid} />
    </Card>
  )
}
