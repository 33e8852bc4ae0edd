import type { PaymentMethod } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { cardExpiry } from './cardExpiry.ts'
import { nameMethod } from './nameMethod.ts'

interface PaymentMethodRowProps {
  readonly method: PaymentMethod
  readonly isBusy: boolean
  readonly onMakeDefault: () => void
  readonly onRemove: () => void
}

/** A saved card, how long it is good, and what can be done with it. */
export function PaymentMethodRow({
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
