import type { PaymentMethod } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { PerCustomer } from '../../../client/PerCustomer.tsx'
import { usePaymentMethods } from '../../../payments/usePaymentMethods.ts'
import { useWords } from '../../theme/ThemeContext.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddCardButton, useAddCard } from './AddCardButton.tsx'
import { cardExpiry, nameMethod } from './describeMethod.ts'
import { RemoveMethodDialog } from './RemoveMethodDialog.tsx'
import { ReplaceMethodDialog } from './ReplaceMethodDialog.tsx'

export interface PaymentMethodManagerProps {
  readonly className?: string | undefined
}

interface Removal {
  readonly method: PaymentMethod
  readonly isInUse: boolean
}

/**
 * Lists the customer's cards and lets the customer add, remove and replace them and choose the
 * default.
 */
export function PaymentMethodManager(props: PaymentMethodManagerProps): ReactElement {
  return (
    <PerCustomer>
      <ManagedMethods {...props} />
    </PerCustomer>
  )
}

function ManagedMethods({ className }: PaymentMethodManagerProps): ReactElement {
  const { payments } = useWords()
  const { paymentMethods, setDefault, isLoading, isPending, error, refetch } = usePaymentMethods()
  const addition = useAddCard()
  const [message, setMessage] = useState<string | null>(null)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const name = (method: PaymentMethod) => nameMethod(method, payments)

  const end = (sentence: string) => {
    setRemoval(null)
    setMessage(sentence)
  }
  const makeDefault = (method: PaymentMethod) => {
    setMessage(null)
    setDefault(method.id).then(
      () => setMessage(payments.madeDefault(name(method))),
      () => {},
    )
  }

  const hasMethods = paymentMethods.length > 0
  return (
    <Card
      title={payments.methodsTitle}
      className={classNames('purser-payment-method-manager', className)}
      actions={hasMethods && <AddCardButton addition={addition}>{payments.addCard}</AddCardButton>}
    >
      {isLoading && (
        <Loading>
          <Skeleton height="3.25rem" />
          <Skeleton height="3.25rem" />
        </Loading>
      )}
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && !error && !hasMethods && (
        <EmptyState
          title={payments.noMethods}
          action={
            <AddCardButton addition={addition} variant="primary">
              {payments.addCard}
            </AddCardButton>
          }
        >
          {payments.noMethodsNext}
        </EmptyState>
      )}
      {hasMethods && (
        <ul className="purser-methods">
          {paymentMethods.map((method) => (
            <PaymentMethodRow
              key={method.id}
              method={method}
              isBusy={isPending}
              onMakeDefault={() => makeDefault(method)}
              onRemove={() => {
                setMessage(null)
                setRemoval({ method, isInUse: false })
              }}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite" className="purser-said">
        {message && <Notice kind="success">{message}</Notice>}
      </div>
      {addition.dialog}
      {removal && !removal.isInUse && (
        <RemoveMethodDialog
          method={removal.method}
          onClose={() => setRemoval(null)}
          onRemoved={() => end(payments.removed(name(removal.method)))}
          onInUse={() => setRemoval({ ...removal, isInUse: true })}
        />
      )}
      {removal?.isInUse && (
        <ReplaceMethodDialog
          method={removal.method}
          onClose={() => setRemoval(null)}
          onReplaced={(now) => end(payments.replaced(name(now), name(removal.method)))}
        />
      )}
    </Card>
  )
}

interface PaymentMethodRowProps {
  readonly method: PaymentMethod
  readonly isBusy: boolean
  readonly onMakeDefault: () => void
  readonly onRemove: () => void
}

/** Shows a saved card, its expiry and its actions. */
function PaymentMethodRow({
  method,
  isBusy,
  onMakeDefault,
  onRemove,
}: PaymentMethodRowProps): ReactElement {
  const { payments } = useWords()
  const name = nameMethod(method, payments)
  const expiry = cardExpiry(method, new Date())
  return (
    <li className="purser-method">
      <div className="purser-method-text">
        <span className="purser-method-name">{name}</span>
        {method.expMonth !== null && method.expYear !== null && (
          <span className="purser-soft">
            {payments.expires(`${String(method.expMonth).padStart(2, '0')}/${method.expYear}`)}
          </span>
        )}
      </div>
      <div className="purser-method-badges">
        {method.isDefault && <Badge tone="accent">{payments.default}</Badge>}
        {expiry === 'expiring' && <Badge tone="warning">{payments.expiringSoon}</Badge>}
        {expiry === 'expired' && <Badge tone="negative">{payments.expired}</Badge>}
      </div>
      <div className="purser-method-actions">
        {!method.isDefault && expiry !== 'expired' && (
          <Button
            variant="plain"
            isBusy={isBusy}
            aria-label={payments.makeDefaultOf(name)}
            onClick={onMakeDefault}
          >
            {payments.makeDefault}
          </Button>
        )}
        <Button variant="plain" aria-label={payments.removeOf(name)} onClick={onRemove}>
          {payments.remove}
        </Button>
      </div>
    </li>
  )
}
