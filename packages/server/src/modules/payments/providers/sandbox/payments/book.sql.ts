import { sql } from 'kysely'
import type { Tx } from '../../../../../platform/db/database.ts'

interface BookFilter {
  customerId?: string | undefined
  attemptId?: string | undefined
}

/** Lists the provider's payments, oldest first. */
export const listCharges = (tx: Tx, environmentId: string, { customerId, attemptId }: BookFilter) =>
  tx
    .selectFrom('sandbox_intents as i')
    .innerJoin('sandbox_customers as c', (join) =>
      join.onRef('c.environment_id', '=', 'i.environment_id').onRef('c.id', '=', 'i.owner_id'),
    )
    .select(['i.id', 'i.request_key', 'c.customer_reference', 'i.amount', 'i.currency'])
    .select(['i.method_id', 'i.status', 'i.created_at'])
    .select(sql<string | null>`i.error ->> 'code'`.as('error_code'))
    .$narrowType<{ amount: number; currency: string }>()
    .where('i.environment_id', '=', environmentId)
    .where('i.kind', '=', 'payment')
    .$if(customerId !== undefined, (query) =>
      query.where('c.customer_reference', '=', customerId ?? ''),
    )
    .$if(attemptId !== undefined, (query) => query.where('i.request_key', '=', attemptId ?? ''))
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute()

/** Lists the provider's refunds, oldest first. */
export const listRefunds = (tx: Tx, environmentId: string, { customerId, attemptId }: BookFilter) =>
  tx
    .selectFrom('sandbox_refunds as r')
    .innerJoin('sandbox_intents as i', (join) =>
      join.onRef('i.environment_id', '=', 'r.environment_id').onRef('i.id', '=', 'r.intent_id'),
    )
    .innerJoin('sandbox_customers as c', (join) =>
      join.onRef('c.environment_id', '=', 'i.environment_id').onRef('c.id', '=', 'i.owner_id'),
    )
    .select(['r.id', 'r.request_key', 'c.customer_reference', 'r.amount', 'r.currency'])
    .select(['r.intent_id', 'r.status', 'r.created_at'])
    .where('r.environment_id', '=', environmentId)
    .$if(customerId !== undefined, (query) =>
      query.where('c.customer_reference', '=', customerId ?? ''),
    )
    // A refund matches its own key and the key of its payment.
    .$if(attemptId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('r.request_key', '=', attemptId ?? ''),
          eb('i.request_key', '=', attemptId ?? ''),
        ]),
      ),
    )
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
