import type { BodyOf, paymentEndpoints, ResponseOf } from '@purser/contract'
import { invalidRequest, notFound, PurserError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { findCustomer } from '../../customers/read.ts'
import { ProviderUnavailable } from '../provider.ts'
import { ensureProviderCustomer } from '../providers/ensureProviderCustomer.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'

type Input = Omit<BodyOf<typeof paymentEndpoints.setupPaymentMethod>, 'customerId'>

/** Creates the id of the form to open. The provider opens one form per id, so retries are safe. */
export async function prepareSetup(
  tx: Tx,
  scope: Scope,
  customerId: string,
  { uiMode, successUrl }: Input,
): Promise<string> {
  if (uiMode === 'hosted' && successUrl === undefined) {
    throw invalidRequest([
      { path: 'successUrl', message: 'is required in hosted mode: the address to return to' },
    ])
  }
  if (!(await findCustomer(tx, scope.environmentId, customerId))) {
    throw notFound('customer', customerId)
  }
  return newId('paymentSetup')
}

/**
 * Opens the provider's form. The provider reports the method by webhook once the customer has
 * submitted the form.
 */
export async function setupPaymentMethod(
  { db, providers }: { db: Database; providers: PaymentProviders },
  scope: Scope,
  customerId: string,
  { uiMode, successUrl, cancelUrl, setupId }: Input & { setupId: string },
): Promise<ResponseOf<typeof paymentEndpoints.setupPaymentMethod>> {
  const provider = await providers.current(scope.environmentId)
  const providerCustomerId = await reportUnavailable(
    ensureProviderCustomer(db, provider, scope, customerId),
  )
  const client = await reportUnavailable(
    provider.startSetup({
      setupId,
      providerCustomerId,
      uiMode,
      successUrl: successUrl ?? null,
      cancelUrl: cancelUrl ?? null,
    }),
  )
  return {
    kind: 'requires_form',
    client,
    checkoutSessionId: null,
    amount: null,
    currency: null,
    subscriptionId: null,
    invoiceId: null,
  }
}

const RETRY_AFTER_SECONDS = 5

/** Turns an unreachable provider into a 503 response. */
const reportUnavailable = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw new PurserError(
      'unavailable',
      'The payment provider cannot be reached. Nothing was changed; retry in a moment.',
      { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  })
