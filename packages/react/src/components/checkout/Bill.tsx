import type { CheckoutPreview } from '@purser/contract/client'
import type { ReactElement, ReactNode } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'

interface BillProps {
  readonly bill: Pick<
    CheckoutPreview,
    'currency' | 'lineItems' | 'subtotal' | 'discount' | 'creditsApplied' | 'tax' | 'total'
  >
  /** Amount of the last row: the part that is due. */
  readonly children: ReactNode
}

/** Shows the lines and totals of a purchase. */
export function Bill({ bill, children }: BillProps): ReactElement {
  const { checkout: words } = useWords()
  const { money, count } = useFormat()
  const price = (minorUnits: number) => money(minorUnits, bill.currency)
  const totals: readonly (readonly [label: string, amount: number])[] = [
    [words.discount, -bill.discount],
    [words.creditsApplied, -bill.creditsApplied],
    [words.tax, bill.tax],
  ]
  const nonZeroTotals = totals.filter(([, amount]) => amount !== 0)
  return (
    <dl className="purser-bill">
      {bill.lineItems.map((line) => (
        <div
          key={`${line.description} ${line.subtotal}`}
          className={line.muted ? 'purser-soft' : undefined}
        >
          <dt>
            {line.description}
            {line.quantity !== 1 && (
              <small className="purser-soft">
                {words.quantity(count(line.quantity), price(line.unitAmount))}
              </small>
            )}
          </dt>
          <dd>{price(line.subtotal)}</dd>
        </div>
      ))}
      {nonZeroTotals.length > 0 && (
        <div className="purser-bill-sum">
          <dt>{words.subtotal}</dt>
          <dd>{price(bill.subtotal)}</dd>
        </div>
      )}
      {nonZeroTotals.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{price(amount)}</dd>
        </div>
      ))}
      <div className="purser-bill-sum">
        <dt>{words.total}</dt>
        <dd>{price(bill.total)}</dd>
      </div>
      {children}
    </dl>
  )
}

interface BalanceAfterProps {
  readonly impact: NonNullable<CheckoutPreview['creditImpact']>
}

/** Shows a wallet's balance after a purchase. */
export function BalanceAfter({ impact }: BalanceAfterProps): ReactElement {
  const { checkout: words } = useWords()
  const format = useFormat()
  return (
    <dl className="purser-bill">
      <div>
        <dt>{words.balanceAfter(impact.currencyName)}</dt>
        <dd>
          {format.amount(impact.afterBalance, impact)}{' '}
          <small className="purser-soft">
            ({impact.delta > 0 && '+'}
            {format.amount(impact.delta, impact)})
          </small>
        </dd>
      </div>
    </dl>
  )
}
