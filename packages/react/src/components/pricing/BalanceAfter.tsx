import type { CheckoutPreview } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'

interface BalanceAfterProps {
  readonly impact: NonNullable<CheckoutPreview['creditImpact']>
}

/** What a purchase makes of a wallet. */
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
