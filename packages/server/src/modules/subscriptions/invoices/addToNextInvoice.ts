import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustomerRecord } from '../../customers/read.ts'
import type { BillLine } from '../../invoicing/core.ts'
import { appendPendingLine } from '../../invoicing/index.ts'

/**
 * Adds lines to the customer's next invoice. `source` identifies them, so that they are billed
 * once.
 */
export async function addToNextInvoice(
  tx: Tx,
  scope: Scope,
  { id: customerId, currency }: Pick<CustomerRecord, 'id' | 'currency'>,
  source: string,
  lines: readonly BillLine[],
  at: Date,
): Promise<void> {
  for (const [position, { subscriptionId, description, amount }] of lines.entries()) {
    await appendPendingLine(tx, scope, {
      customerId,
      subscriptionId,
      source: `${source}/${position}`,
      type: 'proration',
      description,
      amount,
      currency,
      createdAt: at,
    })
  }
}
