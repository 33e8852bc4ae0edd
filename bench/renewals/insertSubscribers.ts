import { bucketOf } from '../../packages/server/src/kernel/bucket.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { newIdInBucket } from '../../packages/server/src/kernel/ids.ts'
import { testCards } from '../../packages/server/src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { sandboxId } from '../../packages/server/src/modules/payments/providers/sandbox/sandboxId.ts'
import { arrayLiteral } from '../../packages/server/src/platform/db/arrayLiteral.ts'
import type { Pool } from '../database.ts'
import { insertWallets } from '../seed/insertWallets.ts'
import { type Merchant, merchantCatalog } from '../seed/seedMerchant.ts'

export const EXPORT_EVENT = 'export.made'
export const FEE = 2_000
export const EXPORT_PRICE = 3
export const PERIOD_CREDITS = 100

/**
 * The catalog with the plan that is renewed: a fee in advance, exports billed in arrears, and
 * credits each month.
 */
export const subscriberCatalog = {
  ...merchantCatalog,
  products: { app: { name: 'App' } },
  metrics: {
    ...merchantCatalog.metrics,
    exports: { name: 'Exports', eventName: EXPORT_EVENT, aggregation: 'sum' },
  },
  plans: {
    pro: {
      productId: 'app',
      name: 'Pro',
      currency: 'usd',
      interval: 'month',
      charges: [
        { type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: FEE } },
        {
          type: 'usage',
          name: 'Exports',
          metricId: 'exports',
          pricing: { model: 'per_unit', unitAmount: String(EXPORT_PRICE) },
        },
      ],
      grantRules: [
        { creditCurrencyId: 'credits', amount: PERIOD_CREDITS, cadence: 'billing_period' },
      ],
    },
  },
}

/** A period of one month that has ended. It starts and ends on a day that every month has. */
export interface EndedPeriod {
  start: Date
  end: Date
}

const LAST_DAY_OF_EVERY_MONTH = 28

/** Finds the latest such period. */
export function endedPeriod(now: Date): EndedPeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = Math.min(now.getUTCDate(), LAST_DAY_OF_EVERY_MONTH)
  return {
    start: new Date(Date.UTC(year, month - 1, day)),
    end: new Date(Date.UTC(year, month, day)),
  }
}

const CARD_VALID_YEARS = 10

/**
 * Inserts customers with a test card and a subscription whose month has ended, as if they had been
 * created through the API. The subscriptions are not due until `Subscribers.release` is called.
 */
export async function insertSubscribers(
  pool: Pool,
  merchant: Merchant,
  customerIds: readonly string[],
  period: EndedPeriod,
): Promise<void> {
  const { environmentId } = merchant
  await insertWallets(pool, merchant, customerIds, { granted: 10, adjustments: 0, events: 0 })
  const subscribers = customerIds.map((customerId) => {
    const bucket = bucketOf(environmentId, customerId)
    return {
      bucket,
      customerId,
      subscriptionId: newIdInBucket('subscription', bucket),
      methodId: newIdInBucket('paymentMethod', bucket),
      ownerId: sandboxId('customer'),
      cardId: sandboxId('method'),
    }
  })
  const arrays = [
    arrayLiteral(subscribers, ({ bucket }) => bucket),
    arrayLiteral(subscribers, ({ customerId }) => customerId),
    arrayLiteral(subscribers, ({ subscriptionId }) => subscriptionId),
    arrayLiteral(subscribers, ({ methodId }) => methodId),
    arrayLiteral(subscribers, ({ ownerId }) => ownerId),
    arrayLiteral(subscribers, ({ cardId }) => cardId),
  ]
  for (const { text, values } of statements(period)) {
    await pool.query(`WITH subscribers AS (${SUBSCRIBERS}) ${text}`, [
      ...arrays,
      environmentId,
      systemClock.now(),
      ...values,
    ])
  }
}

const SUBSCRIBERS = `
  SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    AS each (bucket, customer_id, subscription_id, method_id, owner_id, card_id)
  CROSS JOIN (SELECT $7::text AS environment_id, $8::timestamptz AS now) AS common`

/** Referenced rows come first. */
function statements({ start, end }: EndedPeriod): { text: string; values: unknown[] }[] {
  const { brand, number } = testCards.success
  const card = [brand, number.slice(-4), start.getUTCFullYear() + CARD_VALID_YEARS]
  return [
    {
      text: `INSERT INTO sandbox_customers (environment_id, id, customer_reference, created_at)
             SELECT environment_id, owner_id, customer_id, now FROM subscribers`,
      values: [],
    },
    {
      text: `INSERT INTO sandbox_methods (environment_id, id, owner_id, behaviour, brand, last4,
               exp_month, exp_year, created_at)
             SELECT environment_id, card_id, owner_id, 'success', $9, $10, 12, $11::int, now
             FROM subscribers`,
      values: card,
    },
    {
      text: `INSERT INTO provider_customers (bucket, environment_id, customer_id, provider,
               provider_customer_id, created_at)
             SELECT bucket, environment_id, customer_id, 'sandbox', owner_id, now FROM subscribers`,
      values: [],
    },
    {
      text: `INSERT INTO payment_methods (bucket, environment_id, id, customer_id, provider,
               provider_method_id, type, status, card_brand, card_last4, exp_month, exp_year,
               created_at, updated_at)
             SELECT bucket, environment_id, method_id, customer_id, 'sandbox', card_id, 'card',
               'active', $9, $10, 12, $11::int, now, now FROM subscribers`,
      values: card,
    },
    {
      text: `UPDATE customers c SET default_payment_method_id = s.method_id FROM subscribers s
             WHERE c.bucket = s.bucket AND c.environment_id = s.environment_id
               AND c.id = s.customer_id`,
      values: [],
    },
    {
      text: `INSERT INTO subscriptions (bucket, environment_id, id, customer_id, plan_id,
               plan_version, product_id, status, collection_method, billing_anchor,
               current_period_start, current_period_end, invoiced_through, created_at, updated_at)
             SELECT s.bucket, s.environment_id, s.subscription_id, s.customer_id, p.id, 1,
               p.product_id, 'active', 'charge_automatically', $9::timestamptz, $9, $10, $9, $9, $9
             FROM subscribers s JOIN plans p ON p.environment_id = s.environment_id`,
      values: [start, end],
    },
  ]
}
