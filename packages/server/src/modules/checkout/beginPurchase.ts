import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Billing, payInvoice } from '../invoicing/index.ts'
import { buyCreditPackage, topUp } from '../topups/index.ts'
import { findAttempt } from '../topups/read.ts'
import { beginAddon } from './beginAddon.ts'
import { beginSubscription } from './beginSubscription.ts'
import { type Begun, NOTHING_BEGUN, type PurchaseOptions } from './core/begun.ts'
import type { SessionRequest } from './core/session.ts'
import { newSetupId } from './newSetupId.ts'
import { readBegun } from './readBegun.ts'

/**
 * Begins what is to be bought, by the same use cases as without a checkout. A customer who pays by
 * card always gets a form, whatever is on file; one who is sent invoices is sent one here too.
 */
export async function beginPurchase(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  request: SessionRequest,
  options: PurchaseOptions,
): Promise<Begun> {
  const { providers } = billing
  const { customerId, forceForm } = options
  switch (request.purpose) {
    case 'credit_topup': {
      const begun = await topUp(tx, providers, scope, { ...request, customerId, forceForm })
      return topUpBegun(tx, scope, begun)
    }
    case 'credit_package': {
      const wanted = { ...request, customerId, forceForm }
      return topUpBegun(tx, scope, await buyCreditPackage(tx, providers, scope, wanted))
    }
    case 'payment_method_update': {
      // Asked for before anything is written: one that is not set up is the caller's to know at once.
      await providers.current(scope.environmentId, tx)
      return { ...NOTHING_BEGUN, mode: 'setup', setupId: newSetupId(scope, customerId) }
    }
    case 'invoice_payment': {
      const { invoiceId } = request
      const begun = await payInvoice(tx, providers, scope, {
        invoiceId,
        customerId,
        forceForm: true,
      })
      return { mode: 'payment', ...(await readBegun(tx, scope, begun)) }
    }
    case 'subscription':
      return beginSubscription(tx, billing, scope, request, options)
    case 'addon_purchase':
      return beginAddon(tx, billing, scope, request, options)
  }
}

async function topUpBegun(
  tx: Tx,
  { environmentId }: Scope,
  begun: { ticket: string } | { answer: unknown },
): Promise<Begun> {
  if ('answer' in begun) return { ...NOTHING_BEGUN, mode: 'payment' }
  const attempt = await findAttempt(tx, environmentId, begun.ticket)
  invariant(attempt?.paymentId, 'what waits for its payment has one')
  return { ...NOTHING_BEGUN, mode: 'payment', paymentId: attempt.paymentId }
}
