import type { SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useSetupPaymentMethod } from '../../../payments/useSetupPaymentMethod.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SettlementDialog } from '../settlement/SettlementDialog.tsx'

interface CardAddition {
  readonly add: () => void
  readonly isPending: boolean
  readonly error: Error | null
  /** The form. Render it outside anything that disappears when the card is listed. */
  readonly dialog: ReactElement
}

/** Saves a card with a form. Calls `onAdded` when the card is saved and listed. */
export function useAddCard(onAdded?: () => void): CardAddition {
  const { setupPaymentMethod, isPending, error } = useSetupPaymentMethod()
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  const add = () => {
    setupPaymentMethod().then(setOutcome, () => {})
  }
  const dialog = (
    <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} onSettled={onAdded} />
  )
  return { add, isPending, error, dialog }
}

interface AddCardButtonProps {
  readonly addition: CardAddition
  readonly variant?: 'primary' | 'secondary' | undefined
  readonly children: ReactNode
}

/** Opens the form that saves a card. */
export function AddCardButton({ addition, variant, children }: AddCardButtonProps): ReactElement {
  const { add, isPending, error } = addition
  return (
    <>
      <Button variant={variant} isBusy={isPending} onClick={add}>
        {children}
      </Button>
      {error && <ErrorNotice error={error} onRetry={add} />}
    </>
  )
}
