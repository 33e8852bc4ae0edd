import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import { createPool } from '../../../platform/db/pool.ts'
import {
  SIGNATURE_HEADER,
  signSandboxWebhook,
  webhookSecretOf,
} from '../../payments/providers/sandbox/events/webhook.core.ts'
import {
  closeDispute,
  openDispute,
} from '../../payments/providers/sandbox/payments/sandboxDisputes.ts'
import { openSandbox } from '../../payments/providers/sandbox/sandbox.ts'

interface Delivery {
  signature?: string
  environmentId?: string
  provider?: string
  type?: string
}

export type SandboxCourier = ReturnType<typeof createSandboxCourier>

/** Delivers events of the sandbox provider when and as often as a test needs. */
export function createSandboxCourier(app: TestApp) {
  const { db, pool, clock, encryptionKey, url, sandbox } = app
  const secret = webhookSecretOf(sandbox.environmentId, encryptionKey)
  const provider = openSandbox({ db, clock, encryptionKey, publicUrl: url }, sandbox.environmentId)
  const sign = (body: string, at = clock.now()) => signSandboxWebhook(Buffer.from(body), secret, at)
  const asOwner = async (statement: string): Promise<void> => {
    const owner = createPool({ connectionString: app.databaseUrl, max: 1, as: 'owner' })
    await owner.query(statement)
    await owner.end()
  }
  return {
    sign,

    post: (body: string, delivery: Delivery = {}): Promise<Response> => {
      const place = `${delivery.provider ?? 'sandbox'}/${delivery.environmentId ?? sandbox.environmentId}`
      return fetch(`${url}/v1/webhooks/${place}`, {
        method: 'POST',
        headers: {
          'content-type': delivery.type ?? 'application/json',
          [SIGNATURE_HEADER]: delivery.signature ?? sign(body),
        },
        body: Buffer.from(body),
      })
    },

    /** The provider's events about a customer's payments, refunds and disputes, oldest first. */
    bodiesOf: async (customerId: string): Promise<string[]> => {
      const { rows } = await pool.query<{ body: string }>(
        `SELECT e.body FROM sandbox_events e
         JOIN sandbox_customers c ON c.environment_id = e.environment_id
           AND c.customer_reference = $1
         LEFT JOIN sandbox_intents i ON i.environment_id = e.environment_id AND i.owner_id = c.id
         LEFT JOIN sandbox_methods m ON m.environment_id = e.environment_id AND m.owner_id = c.id
         LEFT JOIN sandbox_refunds r ON r.environment_id = e.environment_id AND r.intent_id = i.id
         LEFT JOIN sandbox_disputes d ON d.environment_id = e.environment_id AND d.intent_id = i.id
         WHERE e.body::jsonb -> 'data' ->> 'id' IN (i.id, m.id, r.id, d.id)
         GROUP BY e.number, e.body ORDER BY e.number`,
        [customerId],
      )
      return rows.map(({ body }) => body)
    },

    dispute: async (providerPaymentId: string): Promise<string> => {
      const id = `sbdp_${randomUUID()}`
      await openDispute(provider, { id, intentId: providerPaymentId, reason: 'general' })
      return id
    },

    decide: (disputeId: string, outcome: 'won' | 'lost') =>
      closeDispute(provider, disputeId, outcome),

    openEvents: async (): Promise<{ event_id: string }[]> =>
      (await pool.query('SELECT event_id FROM provider_events WHERE handled_at IS NULL')).rows,

    /** Empties the job queue. */
    loseJobs: () => asOwner('DELETE FROM graphile_worker._private_jobs'),

    /** Deletes unhandled events, and handled ones whose id contains `unheard`. */
    forgetEvents: () =>
      asOwner(`DELETE FROM provider_events WHERE handled_at IS NULL OR event ->> 'id' ~ 'unheard'`),
  }
}
