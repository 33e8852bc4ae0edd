import type { ResponseOf, subscriptionEndpoints } from '@purser/contract'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillLine } from '../../invoicing/core.ts'
import type { Billing } from '../../invoicing/index.ts'
import { creditDeltas } from '../planCredits/quoteCreditChange.ts'
import { creditImpacts } from '../planCredits/quoteCredits.ts'
import { readSubscriptionForPreview } from '../subscription/lockSubscription.ts'
import { entitlementChanges } from './direction.core.ts'
import { encodePreviewToken, type Preview, previewExpiresAt } from './previewToken.ts'
import {
  type ChangeInput,
  type ChangeQuote,
  prepareChangeBill,
  quoteChange,
} from './quoteChange.ts'
import { quoteNextBill } from './quoteNextBill.ts'

type ChangePreview = ResponseOf<typeof subscriptionEndpoints.previewSubscriptionChange>

/** Computes the costs and effects of a change. The token guarantees the amounts for 15 minutes. */
export async function previewChange(
  tx: Tx,
  billing: Pick<Billing, 'tax'>,
  encryptionKey: Uint8Array,
  scope: Scope,
  { subscriptionId, ...input }: ChangeInput & { readonly subscriptionId: string },
): Promise<ChangePreview> {
  const loaded = await readSubscriptionForPreview(tx, scope, subscriptionId)
  const quote = await quoteChange(tx, scope, loaded, input)
  const bill = await prepareChangeBill(tx, billing, scope, quote)
  const { from, to, direction, timing, effectiveAt, lines } = quote
  const { subscription, now: at } = loaded
  const { customerId, revision } = subscription
  const preview: Preview = {
    subscriptionId,
    revision,
    planId: to.planId,
    planVersion: to.plan.version,
    quantities: to.quantities,
    timing,
    at,
    total: bill.total,
    usage: quote.terms.usage,
  }
  const nextBill = await quoteNextBill(tx, billing, scope, loaded, quote)
  const { subtotal, discount, creditsApplied, tax, total } = bill
  return {
    subscriptionId,
    fromPlanId: from.planId,
    toPlanId: to.planId,
    direction,
    timing,
    effectiveAt: effectiveAt.toISOString(),
    currency: to.plan.currency,
    prorationLines: [
      ...lines.credits.map((line) => prorationLine('credit', line, quote)),
      ...lines.charges.map((line) => prorationLine('charge', line, quote)),
    ],
    subtotal,
    discount,
    creditsApplied,
    tax,
    total,
    amountDue: total,
    nextBillingAt: nextBill?.at.toISOString() ?? null,
    nextAmount: nextBill?.amount ?? null,
    entitlementChanges: entitlementChanges(from, to),
    creditImpacts: await creditImpacts(tx, scope, { customerId, at }, creditDeltas(quote.credits)),
    previewToken: encodePreviewToken(preview, encryptionKey),
    expiresAt: previewExpiresAt(preview).toISOString(),
  }
}

function prorationLine(
  kind: 'credit' | 'charge',
  { description, planId, unitAmount, quantity, amount, periodStart, periodEnd }: BillLine,
  { from, to }: ChangeQuote,
): ChangePreview['prorationLines'][number] {
  invariant(periodStart && periodEnd, 'a prorated line has a period')
  return {
    kind,
    description,
    planId: planId ?? (kind === 'credit' ? from : to).planId,
    unitAmount: unitAmount === null ? null : toNearestNumber(unitAmount),
    quantity: toNearestNumber(quantity),
    subtotal: amount,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
  }
}
