import type { CheckoutPreview } from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InvoiceRecord } from '../invoicing/read.ts'
import { loadPlan } from '../subscriptions/index.ts'
import { findSubscription } from '../subscriptions/read.ts'
import { warningsOf } from './core/preview.ts'
import { planDetails } from './planDetails.ts'
import { invoicePart, leftOf } from './previewInvoicePayment.ts'
import { readPayer } from './readPayer.ts'

/** What is open of a subscription that goes on as it is, or has yet to begin. */
export async function previewRenewal(
  tx: Tx,
  scope: Scope,
  customerId: string,
  invoice: InvoiceRecord,
  shown: number | undefined,
): Promise<CheckoutPreview> {
  const { environmentId } = scope
  const payer = await readPayer(tx, scope, customerId)
  const subscription = await findSubscription(tx, environmentId, invoice.subscriptionId ?? '')
  invariant(subscription, 'the invoice of a subscription has it')
  const { id: subscriptionId, currentPeriodEnd, trialEndsAt } = subscription
  return {
    purpose: 'subscription',
    mode: renewalMode(invoice),
    ...(await invoicePart(tx, environmentId, invoice)),
    ...(currentPeriodEnd && { schedule: { date: currentPeriodEnd.toISOString() } }),
    warnings: warningsOf(
      { ...payer, collectionMethod: 'charge_automatically' },
      { amount: leftOf(invoice), shown },
    ),
    details: {
      subscription: planDetails(await loadPlan(tx, environmentId, subscription), {
        subscriptionId,
        trialEndsAt,
        nextBillingAt: currentPeriodEnd,
      }),
    },
  }
}

/** The first invoice begins a subscription, any later one goes on with it. */
export const renewalMode = ({ reason }: InvoiceRecord): 'new' | 'renewal' =>
  reason === 'start' ? 'new' : 'renewal'
