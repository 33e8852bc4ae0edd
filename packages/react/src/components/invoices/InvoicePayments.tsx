import type { OperationOutput } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'

type InvoicePage = OperationOutput<'getInvoicePage'>

const TONES: Readonly<Record<InvoicePage['invoice']['payments'][number]['status'], Tone>> = {
  pending: 'neutral',
  requires_action: 'warning',
  succeeded: 'positive',
  failed: 'negative',
  canceled: 'neutral',
}

/** Shows the payments and credit notes of an invoice, or nothing if there are none. */
export function InvoicePayments({ page }: { readonly page: InvoicePage }): ReactElement {
  const { invoices: words } = useWords()
  const { money, date } = useFormat()
  return (
    <>
      {page.invoice.payments.length > 0 && (
        <div>
          <p className="purser-field-label">{words.payments}</p>
          <dl className="purser-bill">
            {page.invoice.payments.map((payment) => (
              <div key={payment.id}>
                <dt>
                  {date(payment.completedAt ?? payment.createdAt)}{' '}
                  <Badge tone={TONES[payment.status]}>
                    {words.paymentStatuses[payment.status]}
                  </Badge>
                  {payment.errorMessage && (
                    <small className="purser-soft">{payment.errorMessage}</small>
                  )}
                </dt>
                <dd>{money(payment.amount, payment.currency)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {page.creditNotes.length > 0 && (
        <div>
          <p className="purser-field-label">{words.creditNotes}</p>
          <dl className="purser-bill">
            {page.creditNotes.map((note) => (
              <div key={note.id}>
                <dt>
                  {note.number} <span className="purser-soft">{date(note.createdAt)}</span>
                  {note.reason && <small className="purser-soft">{note.reason}</small>}
                </dt>
                <dd>{money(-note.amount, note.currency)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  )
}
