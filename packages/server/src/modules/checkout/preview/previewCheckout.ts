import type { BodyOf, CheckoutPreview, checkoutEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { findRenewalInvoice } from '../session/findRenewalInvoice.ts'
import type { CheckoutBuyer } from '../session/session.core.ts'
import { EMPTY_BILL } from './preview.core.ts'
import { previewAddon } from './previewAddon.ts'
import { previewChangeCheckout } from './previewChangeCheckout.ts'
import { previewInvoicePayment, previewRenewal } from './previewInvoicePayment.ts'
import { previewSubscription } from './previewSubscription.ts'
import { previewTopUp } from './previewTopUp.ts'
import { readPayer } from './readPayer.ts'

type PreviewRequest = BodyOf<typeof checkoutEndpoints.previewCheckout>

/**
 * Previews the price of a purchase, today and later. It uses the same functions as the purchase, so
 * the previewed amount equals the charged amount. Writes nothing.
 */
export async function previewCheckout(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  buyer: CheckoutBuyer,
  request: PreviewRequest,
): Promise<CheckoutPreview> {
  const { customerId } = buyer
  switch (request.purpose) {
    case 'credit_topup':
    case 'credit_package':
      return previewTopUp(tx, scope, customerId, request)
    case 'payment_method_update':
      return previewPaymentMethodUpdate(tx, scope, customerId)
    case 'invoice_payment':
      return previewInvoicePayment(tx, scope, customerId, request.invoiceId)
    case 'addon_purchase':
      return previewAddon(tx, billing, scope, buyer, request)
    case 'subscription': {
      const { subscriptionId } = request
      if (subscriptionId === undefined) {
        return previewSubscription(tx, billing, scope, buyer, request)
      }
      const renewal = { ...request, customerId, subscriptionId }
      const invoice = await findRenewalInvoice(tx, scope, renewal)
      return invoice
        ? previewRenewal(tx, scope, customerId, invoice, request.amountCents)
        : previewChangeCheckout(tx, billing, scope, buyer, request)
    }
  }
}

/** Saving a payment method is free. */
async function previewPaymentMethodUpdate(
  tx: Tx,
  scope: Scope,
  customerId: string,
): Promise<CheckoutPreview> {
  const { customer, method } = await readPayer(tx, scope, customerId)
  return {
    purpose: 'payment_method_update',
    mode: 'setup',
    currency: customer.currency,
    dueToday: { kind: 'no_charge' },
    ...EMPTY_BILL,
    warnings: [],
    details: { paymentMethodUpdate: { paymentMethodId: method?.id ?? null } },
  }
}
