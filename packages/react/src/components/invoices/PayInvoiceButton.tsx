import type { SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { usePayInvoice } from '../../invoices/usePayInvoice.ts'
import { SettlementDialog } from '../payments/SettlementDialog.tsx'
import { useWords } from '../theme/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

interface PayInvoiceButtonProps {
  readonly invoiceId: string
  readonly number: string
  /** What it says; left out, only `Pay`. */
  readonly label?: string | undefined
  readonly onPaid?: ((outcome: SettlementOutcome) => void) | undefined
}

/** Pays an invoice with the card on file, or asks for one. */
export function PayInvoiceButton({
  invoiceId,
  number,
  label,
  onPaid,
}: PayInvoiceButtonProps): ReactElement {
  const { invoices: words } = useWords()
  const { payInvoice, isPending, error } = usePayInvoice()
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  const pay = async (forceForm: boolean) => setOutcome(await payInvoice({ invoiceId, forceForm }))
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
      <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} onSettled={onPaid} />
    </>
  )
}
