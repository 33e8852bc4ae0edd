import type { OperationOutput, SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useInvoicePage } from '../../invoices/useInvoicePage.ts'
import { SettlementDialog } from '../payments/settlement/SettlementDialog.tsx'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { InvoicePayments } from './InvoicePayments.tsx'
import { InvoicePdfButton } from './InvoicePdfButton.tsx'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import { PayInvoiceButton } from './PayInvoiceButton.tsx'

type InvoicePage = OperationOutput<'getInvoicePage'>

interface InvoiceBodyProps {
  readonly invoiceId: string
  readonly onPaid?: ((outcome: SettlementOutcome) => void) | undefined
}

/** Shows an invoice without a frame. */
export function InvoiceBody({ invoiceId, onPaid }: InvoiceBodyProps): ReactElement {
  const { page, error, refetch } = useInvoicePage(invoiceId)
  const { invoices: words } = useWords()
  const { money } = useFormat()
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  if (page === null) {
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <InvoiceSkeleton />
  }
  const { invoice, amountLeft } = page
  const number = invoice.number ?? words.draft
  return (
    <div className="purser-invoice">
      <div className="purser-invoice-top">
        <InvoiceStatusBadge status={invoice.status} />
        <span className="purser-row-actions">
          <InvoicePdfButton invoiceId={invoiceId} number={number} />
          {page.canPay && (
            <PayInvoiceButton
              invoiceId={invoiceId}
              number={number}
              label={words.payAmount(money(amountLeft, invoice.currency))}
              onOutcome={setOutcome}
            />
          )}
        </span>
      </div>
      <div className="purser-invoice-parties">
        <Party title={words.from} name={page.branding.name} party={page.seller} />
        <Party title={words.to} name={invoice.customerId} party={page.buyer} />
        <InvoiceDates page={page} />
      </div>
      <InvoiceLines page={page} />
      <InvoicePayments page={page} />
      <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} onSettled={onPaid} />
      {page.seller.footer && <p className="purser-soft">{page.seller.footer}</p>}
    </div>
  )
}

interface PartyProps {
  readonly title: string
  /** Fallback for a party without a name. */
  readonly name: string
  readonly party: InvoicePage['buyer']
}

function Party({ title, name, party }: PartyProps): ReactElement {
  const { invoices: words } = useWords()
  const { address, country, email, taxId } = party
  const lines = [...address, country, email, taxId && words.taxId(taxId)].filter(Boolean)
  return (
    <div>
      <p className="purser-soft">{title}</p>
      <p className="purser-field-label">{party.name ?? name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function InvoiceDates({ page }: { readonly page: InvoicePage }): ReactElement {
  const { invoices: words } = useWords()
  const { date } = useFormat()
  const { issuedAt, dueAt, paidAt } = page.invoice
  const dates = [
    [words.issued, issuedAt],
    [words.due, paidAt === null ? dueAt : null],
    [words.paidAt, paidAt],
  ] as const
  return (
    <dl className="purser-invoice-dates">
      {dates.map(
        ([label, at]) =>
          at && (
            <div key={label}>
              <dt className="purser-soft">{label}</dt>
              <dd>{date(at)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const InvoiceSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton height="2.5rem" />
    <Skeleton height="6rem" />
    <Skeleton height="10rem" />
  </Loading>
)
