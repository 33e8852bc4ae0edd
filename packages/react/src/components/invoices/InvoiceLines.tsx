import type { OperationOutput } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Table } from '../ui/Table.tsx'

interface InvoiceLinesProps {
  readonly page: OperationOutput<'getInvoicePage'>
}

/** Shows the lines and totals of an invoice. */
export function InvoiceLines({ page }: InvoiceLinesProps): ReactElement {
  const { invoices: words, checkout, common } = useWords()
  const { money, count, date } = useFormat()
  const { invoice } = page
  const price = (amount: number) => money(amount, invoice.currency)
  return (
    <>
      <Table
        caption={words.lines}
        className="purser-invoice-lines"
        head={
          <tr>
            <th scope="col">{words.description}</th>
            <th scope="col" className="purser-number">
              {words.quantity}
            </th>
            <th scope="col" className="purser-number">
              {words.unitPrice}
            </th>
            <th scope="col" className="purser-number">
              {common.amount}
            </th>
          </tr>
        }
      >
        {invoice.lineItems.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.description}
              {line.unitAmount !== null && (
                <small className="purser-soft purser-invoice-each">
                  {checkout.quantity(count(line.quantity), price(line.unitAmount))}
                </small>
              )}
              {line.periodStart && line.periodEnd && (
                <small className="purser-soft purser-invoice-period">
                  {date(line.periodStart)} – {date(line.periodEnd)}
                </small>
              )}
            </th>
            <td className="purser-number">{count(line.quantity)}</td>
            <td className="purser-number">
              {line.unitAmount === null ? '–' : price(line.unitAmount)}
            </td>
            <td className="purser-number">{price(line.subtotal)}</td>
          </tr>
        ))}
      </Table>
      <dl className="purser-bill purser-invoice-totals">
        {totalsOf(page, words, count).map(({ label, amount, isSum }) => (
          <div key={label} className={isSum ? 'purser-bill-sum' : undefined}>
            <dt>{label}</dt>
            <dd>{price(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface TotalRow {
  readonly label: string
  readonly amount: number
  readonly isSum?: boolean
}

function totalsOf(
  { invoice, taxes, amountLeft }: InvoiceLinesProps['page'],
  words: ReturnType<typeof useWords>['invoices'],
  count: (value: number) => string,
): readonly TotalRow[] {
  const rows: readonly TotalRow[] = [
    { label: words.subtotal, amount: invoice.subtotal },
    { label: words.discount, amount: -invoice.discount },
    ...taxes.map(({ name, percentage, isInclusive, tax }) => ({
      label: (isInclusive ? words.taxIncluded : words.taxOf)(name, count(percentage)),
      amount: tax,
    })),
    { label: words.creditsApplied, amount: -invoice.creditsApplied },
    { label: words.total, amount: invoice.total, isSum: true },
    { label: words.paid, amount: -invoice.amountPaid },
    { label: words.left, amount: amountLeft, isSum: true },
  ]
  const isPlain = invoice.subtotal === invoice.total
  return rows.filter(
    ({ label, amount }) =>
      label === words.total || (amount !== 0 && !(isPlain && label === words.subtotal)),
  )
}
