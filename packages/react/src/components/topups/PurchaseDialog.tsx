import {
  type CheckoutPreviewInput,
  PurserError,
  type SettlementOutcome,
} from '@purser/contract/client'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { randomKey } from '../../client/randomKey.ts'
import { isUnsettled } from '../../client/useApiMutation.ts'
import { CheckoutPreview } from '../checkout/CheckoutPreview.tsx'
import { ConfirmDialog } from '../checkout/ConfirmDialog.tsx'
import { challengeOutcome } from '../payments/settlement/challengeOutcome.ts'
import { SettlementDialog } from '../payments/settlement/SettlementDialog.tsx'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

interface PayOptions {
  readonly forceForm: boolean
  readonly idempotencyKey: string
}

interface PurchaseDialogProps {
  readonly title: string
  /** The purchase; null while it is incomplete. */
  readonly input: CheckoutPreviewInput | null
  readonly pay: (options: PayOptions) => Promise<SettlementOutcome>
  readonly onClose: () => void
  /** Fields above the price. */
  readonly children?: ReactNode
}

/**
 * Shows the price of a purchase, pays it once, and guides the customer through the remaining steps.
 */
export function PurchaseDialog({
  title,
  input,
  pay,
  onClose,
  children,
}: PurchaseDialogProps): ReactElement {
  const { wallet } = useWords()
  const { preview } = useCheckoutPreview(input)
  const { keyOf, noteFailure } = useIdempotencyKey()
  const [isPaying, setIsPaying] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)

  if (outcome) return <SettlementDialog outcome={outcome} title={title} onClose={onClose} />

  const due = preview?.dueToday.kind === 'charge_now' ? preview.dueToday : null
  const hasNoCard = preview?.warnings.some(({ code }) => code === 'customer_has_no_payment_method')
  const send = async (forceForm: boolean) => {
    if (isPaying) return
    setIsPaying(true)
    setError(null)
    const idempotencyKey = keyOf(JSON.stringify([input, forceForm]))
    await pay({ forceForm, idempotencyKey })
      .then(setOutcome, (failure: Error) => {
        noteFailure(failure)
        const challenge =
          due && challengeOutcome(failure, { amount: due.cents, currency: due.currency })
        if (challenge) setOutcome(challenge)
        else setError(failure)
      })
      .finally(() => setIsPaying(false))
  }
  const isDeclined = error instanceof PurserError && error.code === 'card_declined'
  return (
    <ConfirmDialog
      title={title}
      input={input}
      isWaiting={input === null}
      isPending={isPaying}
      onConfirm={() => send(due !== null && hasNoCard === true)}
      onClose={onClose}
    >
      {children}
      <CheckoutPreview input={input} />
      {error && <ErrorNotice error={error} />}
      {isDeclined && <Button onClick={() => void send(true)}>{wallet.otherCard}</Button>}
    </ConfirmDialog>
  )
}

interface IntentionKey {
  /** Returns the key of a purchase. The same purchase keeps its key. */
  readonly keyOf: (intention: string) => string
  /** Forgets the key of a purchase that definitely failed. The next attempt gets a new key. */
  readonly noteFailure: (error: unknown) => void
}

/** Keeps one key per intended purchase, however often the customer presses the button. */
function useIdempotencyKey(): IntentionKey {
  const current = useRef<{ intention: string; key: string } | null>(null)
  return {
    keyOf: (intention) => {
      if (current.current?.intention !== intention) {
        current.current = { intention, key: randomKey() }
      }
      return current.current.key
    },
    noteFailure: (error) => {
      if (!isUnsettled(error)) current.current = null
    },
  }
}
