import type { SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useSetupPaymentMethod } from '../../../payments/useSetupPaymentMethod.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SettlementDialog } from '../settlement/SettlementDialog.tsx'

interface AddCardButtonProps {
  readonly variant?: 'primary' | 'secondary' | undefined
  /** Called when the card is saved and listed. */
  readonly onAdded?: (() => void) | undefined
  readonly children: ReactNode
}

/** Opens the form that saves a card. */
export function AddCardButton({ variant, onAdded, children }: AddCardButtonProps): ReactElement {
  const { setupPaymentMethod, isPending, error } = useSetupPaymentMethod()
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  const add = () => {
    setupPaymentMethod().then(setOutcome, () => {})
  }
  return (
    <>
      <Button variant={variant} isBusy={isPending} onClick={add}>
        {children}
      </Button>
      {error && <ErrorNotice error={error} onRetry={add} />}
      <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} onSettled={onAdded} />
    </>
  )
}
