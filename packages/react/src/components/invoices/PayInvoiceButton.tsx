import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { usePayInvoice } from '../../invoices/usePayInvoice.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

interface PayInvoiceButtonProps {
  readonly invoiceId: string
  readonly number: string
  /** Default: `Pay`. */
  readonly label?: string | undefined
  /**
   * Called with the outcome. A dialog must show it, because the button disappears once the invoice
   * is paid.
   */
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Pays an invoice with the card on file, or asks for one. */
export function PayInvoiceButton({
  invoiceId,
  number,
  label,
  onOutcome,
}: PayInvoiceButtonProps): ReactElement {
  const { invoices: words } = useWords()
  const { payInvoice, isPending, error } = usePayInvoice()
  const pay = async (forceForm: boolean) => onOutcome(await payInvoice({ invoiceId, forceForm }))
  return (
    <>
      <Button
        variant="primary"
        isBusy={isPending}
        aria-label={label ? undefined : words.payInvoice(number)}
        onClick={() => void pay(false).catch(() => {})}
      >
        {label ?? words.pay}
      </Button>
      {error && (
        <ErrorNotice
          error={error}
          retryLabel={words.payOtherCard}
          onRetry={() => pay(true).catch(() => {})}
        />
      )}
    </>
  )
}
