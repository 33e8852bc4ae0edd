import { currencyScale } from '@purser/contract/client'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { useTopUp } from '../../credits/useTopUp.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import type { WalletCurrency } from '../wallet/findCurrency.ts'
import { AmountField } from './AmountField.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { parseTypedAmount } from './parseTypedAmount.ts'

interface AmountTopUpDialogProps {
  /** A fiat credit currency. */
  readonly currency: WalletCurrency
  readonly onClose: () => void
}

/** In whole units of the currency. */
const SUGGESTIONS = [10, 25, 50, 100]

/** Adds an amount that the customer enters to a fiat wallet. */
export function AmountTopUpDialog({ currency, onClose }: AmountTopUpDialogProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { topUp } = useTopUp()
  const [text, setText] = useState('')
  const { minorUnitScale: scale, denomination } = currency
  const decimals = Math.min(scale, currencyScale(denomination) ?? scale)
  const { minorUnits, problem } = parseTypedAmount(text, { locale: format.locale, scale, decimals })
  const settled = useLater(minorUnits)
  const amountCents = settled === minorUnits ? minorUnits : null
  const input = useMemo(
    () =>
      amountCents === null
        ? null
        : ({ purpose: 'credit_topup', creditCurrencyId: currency.id, amountCents } as const),
    [amountCents, currency.id],
  )
  return (
    <PurchaseDialog
      title={wallet.topUpOf(currency.name)}
      input={input}
      pay={(options) =>
        topUp({ creditCurrencyId: currency.id, amountCents: amountCents ?? 0, ...options })
      }
      onClose={onClose}
    >
      <AmountField
        label={wallet.amount}
        hint={wallet.amountHint(denomination.toUpperCase())}
        text={text}
        onChange={setText}
        error={problem === null || problem === 'empty' ? null : wallet.problems[problem]}
      />
      <fieldset className="purser-suggestions" aria-label={wallet.suggestions}>
        {SUGGESTIONS.map((whole) => (
          <Button key={whole} onClick={() => setText(String(whole))}>
            {format.amount(`${whole}${'0'.repeat(scale)}`, currency)}
          </Button>
        ))}
      </fieldset>
    </PurchaseDialog>
  )
}

/**
 * Returns a value once it has not changed for a moment. Otherwise every keystroke would send a
 * request.
 */
function useLater<Value>(value: Value, afterMs = 300): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return later
}
