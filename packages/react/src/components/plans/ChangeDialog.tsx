import type { CheckoutPreviewInput, SettlementOutcome, Subscription } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { useChangeSubscription } from '../../subscriptions/useChangeSubscription.ts'
import { CheckoutPreview } from '../checkout/CheckoutPreview.tsx'
import { ConfirmDialog } from '../checkout/ConfirmDialog.tsx'
import type { PricingFeature, PricingPlan } from '../pricing/PricingTier.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Mark } from '../ui/Mark.tsx'
import { describeChange, type EntitlementChange } from './describeChange.ts'
import { countSeats, SeatFields } from './SeatFields.tsx'

interface ChangeDialogProps {
  readonly plan: PricingPlan
  readonly features: readonly PricingFeature[]
  readonly subscription: Subscription
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Changes the plan of a customer who has another plan of the product. */
export function ChangeDialog(props: ChangeDialogProps): ReactElement {
  const { plan, features, subscription, onClose, onOutcome } = props
  const { checkout: words } = useWords()
  const [quantities, setQuantities] = useState(() => countSeats(plan, subscription.quantities))
  const change = {
    subscriptionId: subscription.id,
    planId: plan.id,
    ...(quantities && { quantities }),
  }
  const input: CheckoutPreviewInput = { purpose: 'subscription', ...change }
  const { error: previewError } = useCheckoutPreview(input)
  const { preview, changeSubscription, isPending, error, refetch } = useChangeSubscription(change)
  return (
    <ConfirmDialog
      title={words.switchTo(plan.name)}
      input={input}
      // The preview sets the amount to charge, so the customer can confirm only after it has
      // loaded.
      isWaiting={preview === null}
      isPending={isPending}
      onConfirm={async () => onOutcome(await changeSubscription())}
      onClose={onClose}
    >
      <SeatFields plan={plan} quantities={quantities} onChange={setQuantities} />
      <CheckoutPreview input={input} />
      {preview && <EntitlementChanges changes={preview.entitlementChanges} features={features} />}
      {/* Both previews fail for the same reason, so the error is shown once. */}
      {error && error.message !== previewError?.message && (
        <ErrorNotice error={error} onRetry={refetch} />
      )}
    </ConfirmDialog>
  )
}

interface EntitlementChangesProps {
  readonly changes: readonly EntitlementChange[]
  readonly features: readonly PricingFeature[]
}

/** Lists the entitlements that a change of plan adds and removes. */
function EntitlementChanges({ changes, features }: EntitlementChangesProps): ReactElement | null {
  const words = useWords()
  const { count, amount } = useFormat()
  if (changes.length === 0) return null
  const nameOf = (slug: string) => features.find((feature) => feature.slug === slug)?.name ?? slug
  return (
    <div>
      <p className="purser-field-label">{words.checkout.changesTitle}</p>
      <ul className="purser-tier-features">
        {changes.map((each) => (
          <li key={each.featureSlug}>
            <Mark kind={each.change === 'removed' || each.change === 'decreased' ? 'no' : 'yes'} />
            <span>{describeChange(each, nameOf(each.featureSlug), { words, count, amount })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
