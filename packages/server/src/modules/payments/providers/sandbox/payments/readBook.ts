import type { QueryOf, ResponseOf, sandboxEndpoints } from '@purser/contract'
import type { Scope } from '../../../../../kernel/scope.ts'
import type { Tx } from '../../../../../platform/db/database.ts'
import { listCharges, listRefunds } from './book.sql.ts'

type Endpoint = (typeof sandboxEndpoints)['getSandboxBook']
type Book = ResponseOf<Endpoint>

/** Both statuses that wait for the customer are shown as `requires_action`. */
const STATUSES: Readonly<Record<string, Book['charges'][number]['status']>> = {
  requires_method: 'requires_action',
  requires_challenge: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
}

/** Returns the charges and refunds as the provider has recorded them. */
export async function readBook(
  tx: Tx,
  { environmentId }: Scope,
  filter: QueryOf<Endpoint>,
): Promise<Book> {
  const charges = await listCharges(tx, environmentId, filter)
  const refunds = await listRefunds(tx, environmentId, filter)
  return {
    charges: charges.map((charge) => ({
      id: charge.id,
      attemptId: charge.request_key,
      customerId: charge.customer_reference,
      amount: charge.amount,
      currency: charge.currency,
      createdAt: charge.created_at.toISOString(),
      providerMethodId: charge.method_id,
      status: STATUSES[charge.status] ?? 'pending',
      errorCode: charge.error_code,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      attemptId: refund.request_key,
      customerId: refund.customer_reference,
      amount: refund.amount,
      currency: refund.currency,
      createdAt: refund.created_at.toISOString(),
      chargeId: refund.intent_id,
      status: refund.status === 'failed' ? 'failed' : 'succeeded',
    })),
  }
}
