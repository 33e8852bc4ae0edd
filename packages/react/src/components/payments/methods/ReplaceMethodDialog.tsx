import type { PaymentMethod } from '@purser/contract/client'
import { type ReactElement, useId, useState } from 'react'
import { useCreditAccounts } from '../../../credits/useCreditAccounts.ts'
import { usePaymentMethodDependencies } from '../../../payments/usePaymentMethodDependencies.ts'
import { usePaymentMethods } from '../../../payments/usePaymentMethods.ts'
import { useReplacePaymentMethod } from '../../../payments/useReplacePaymentMethod.ts'
import { useSubscriptions } from '../../../subscriptions/useSubscriptions.ts'
import { useWords } from '../../theme/ThemeContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { AddCardButton, useAddCard } from './AddCardButton.tsx'
import { cardExpiry, nameMethod } from './describeMethod.ts'

interface ReplaceMethodDialogProps {
  readonly method: PaymentMethod
  readonly onClose: () => void
  readonly onReplaced: (replacement: PaymentMethod) => void
}

/** Replaces a card that is in use with another one, and removes the old card. */
export function ReplaceMethodDialog({
  method,
  onClose,
  onReplaced,
}: ReplaceMethodDialogProps): ReactElement {
  const { common, payments } = useWords()
  const { paymentMethods } = usePaymentMethods()
  const { replacePaymentMethod, isPending, error } = useReplacePaymentMethod()
  const [replacementId, setReplacementId] = useState<string | null>(null)
  const addition = useAddCard(() => setReplacementId(null))
  const group = useId()
  const others = paymentMethods.filter(
    (each) => each.id !== method.id && cardExpiry(each, new Date()) !== 'expired',
  )
  // The newest card comes first, because the customer most likely means a card that was just added.
  const replacement = others.find(({ id }) => id === replacementId) ?? others[0]
  const replace = () => {
    if (!replacement) return
    replacePaymentMethod({
      oldPaymentMethodId: method.id,
      newPaymentMethodId: replacement.id,
    }).then(
      () => onReplaced(replacement),
      () => {},
    )
  }
  return (
    <Dialog
      title={payments.replaceTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {replacement && (
            <Button variant="primary" isBusy={isPending} onClick={replace}>
              {payments.replaceAction}
            </Button>
          )}
        </>
      }
    >
      <p>{payments.replaceText(nameMethod(method, payments))}</p>
      <MethodDependencies paymentMethodId={method.id} />
      {others.length === 0 ? (
        <p className="purser-soft">{payments.replaceNone}</p>
      ) : (
        <fieldset className="purser-choice">
          <legend className="purser-field-label">{payments.replaceChoice}</legend>
          {others.map((each) => (
            <label key={each.id}>
              <input
                type="radio"
                name={group}
                checked={each.id === replacement?.id}
                onChange={() => setReplacementId(each.id)}
              />
              {nameMethod(each, payments)}
            </label>
          ))}
        </fieldset>
      )}
      <div>
        <AddCardButton addition={addition}>{payments.addCard}</AddCardButton>
        {addition.dialog}
      </div>
      {error && <ErrorNotice error={error} onRetry={replace} />}
    </Dialog>
  )
}

/** Lists what a payment method pays for, by names that the customer knows. */
function MethodDependencies({
  paymentMethodId,
}: {
  readonly paymentMethodId: string
}): ReactElement {
  const { payments } = useWords()
  const { dependencies, error, refetch } = usePaymentMethodDependencies(paymentMethodId)
  const { subscriptions, isLoading: isLoadingPlans } = useSubscriptions()
  const { accounts, isLoading: isLoadingWallets } = useCreditAccounts()
  if (error && !dependencies) return <ErrorNotice error={error} onRetry={refetch} />
  if (!dependencies || isLoadingPlans || isLoadingWallets) {
    return (
      <Loading>
        <Skeleton width="70%" />
      </Loading>
    )
  }
  const planName = (id: string) => subscriptions.find((each) => each.id === id)?.planName ?? id
  const walletName = (id: string) => accounts.find((each) => each.id === id)?.currency?.name ?? id
  return (
    <ul className="purser-list" aria-label={payments.replaceInUse}>
      {dependencies.activeSubscriptions.map(({ id }) => (
        <li key={id}>{payments.subscriptionTo(planName(id))}</li>
      ))}
      {dependencies.autoTopupAccounts.map(({ id }) => (
        <li key={id}>{payments.autoTopUpOf(walletName(id))}</li>
      ))}
    </ul>
  )
}
