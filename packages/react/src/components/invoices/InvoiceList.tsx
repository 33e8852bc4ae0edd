import type { Invoice, SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { type InvoiceFilters, useInvoices } from '../../invoices/useInvoices.ts'
import { SettlementDialog } from '../payments/settlement/SettlementDialog.tsx'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Table } from '../ui/Table.tsx'
import { InvoiceBody } from './InvoiceBody.tsx'
import { InvoicePdfButton } from './InvoicePdfButton.tsx'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import { PayInvoiceButton } from './PayInvoiceButton.tsx'

export interface InvoiceListProps {
  /** Shows only invoices with this status. */
  readonly status?: InvoiceFilters['status']
  /** Invoices per page. */
  readonly pageSize?: number | undefined
  /** Opens an invoice. Default: in a dialog. */
  readonly onOpenInvoice?: ((invoice: Invoice) => void) | undefined
  readonly className?: string | undefined
}

/** The customer's invoices, newest first. */
export function InvoiceList({
  status,
  pageSize = 10,
  onOpenInvoice,
  className,
}: InvoiceListProps): ReactElement {
  const { invoices: words, common } = useWords()
  const { invoices, isLoading, error, refetch, ...paging } = useInvoices({
    limit: pageSize,
    ...(status && { status }),
  })
  const [open, setOpen] = useState<Invoice | null>(null)
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  return (
    <Card title={words.title} className={classNames('purser-invoice-list', className)}>
      {isLoading ? (
        <Loading>
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} height="3.5rem" />
          ))}
        </Loading>
      ) : error && invoices.length === 0 ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : invoices.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyNext}</EmptyState>
      ) : (
        <Table
          caption={words.title}
          className="purser-invoice-rows"
          head={
            <tr>
              <th scope="col">{words.number}</th>
              <th scope="col">{common.date}</th>
              <th scope="col">{common.status}</th>
              <th scope="col" className="purser-number">
                {common.amount}
              </th>
              <th scope="col">
                <span className="purser-hidden">{words.actions}</span>
              </th>
            </tr>
          }
        >
          {invoices.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              onOpen={onOpenInvoice ?? setOpen}
              onOutcome={setOutcome}
            />
          ))}
        </Table>
      )}
      {paging.hasNextPage && (
        <Button isBusy={paging.isFetchingNextPage} onClick={() => void paging.fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
      <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} />
      {open && <InvoiceDialog invoice={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

interface InvoiceRowProps {
  readonly invoice: Invoice
  readonly onOpen: (invoice: Invoice) => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

function InvoiceRow({ invoice, onOpen, onOutcome }: InvoiceRowProps): ReactElement {
  const { invoices: words } = useWords()
  const { date, money } = useFormat()
  const { id, number, status, currency, total } = invoice
  const isPayable = status === 'open' && invoice.amountPaid < invoice.amountDue
  return (
    <tr>
      <th scope="row">
        {number === null ? (
          words.draft
        ) : (
          <button
            type="button"
            className="purser-link"
            aria-label={words.open(number)}
            onClick={() => onOpen(invoice)}
          >
            {number}
          </button>
        )}
      </th>
      <td className="purser-nowrap">{date(invoice.issuedAt ?? invoice.createdAt)}</td>
      <td>
        <InvoiceStatusBadge status={status} />
      </td>
      <td className="purser-number">{money(total, currency)}</td>
      <td className="purser-number">
        {number !== null && (
          <span className="purser-row-actions">
            {isPayable && <PayInvoiceButton invoiceId={id} number={number} onOutcome={onOutcome} />}
            <InvoicePdfButton invoiceId={id} number={number} />
          </span>
        )}
      </td>
    </tr>
  )
}

interface InvoiceDialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** Shows one invoice of the list in a dialog. */
function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps): ReactElement {
  const { invoices: words } = useWords()
  return (
    <Dialog size="large" title={words.invoice(invoice.number ?? words.draft)} onClose={onClose}>
      <InvoiceBody invoiceId={invoice.id} />
    </Dialog>
  )
}
