import { describeProvider } from '../../testing/describeProvider.ts'
import type { ProviderBench } from '../../testing/providerBench.ts'
import { SIGNATURE_HEADER, signSandboxWebhook, webhookSecretOf } from './events/webhook.core.ts'
import { openDispute } from './payments/sandboxDisputes.ts'
import { sandboxId } from './sandboxId.ts'
import { cardOf, openSandboxBench } from './testing/sandboxBench.ts'

describeProvider('sandbox', async (): Promise<ProviderBench> => {
  const bench = await openSandboxBench()
  const { app, provider, environmentId } = bench
  return {
    provider,
    now: () => app.clock.now(),
    saveMethod: (providerCustomerId, behaviour) =>
      bench.save(providerCustomerId, behaviour === 'challenge' ? 'challenge_always' : behaviour),
    loseNextAnswer: (operation) => bench.fail({ operation, effect: 'lost_answer' }),
    loseNextRequest: (operation) => bench.fail({ operation, effect: 'timeout' }),
    payInForm: async (clientToken) => {
      await bench.forms.confirmIntent(clientToken, cardOf('success'), app.clock.now())
    },
    chargedTo: async (providerCustomerId) => {
      const { rows } = await app.pool.query(
        `SELECT coalesce(sum(amount), 0)::int8 AS sum FROM sandbox_intents
         WHERE owner_id = $1 AND status = 'succeeded'`,
        [providerCustomerId],
      )
      return rows[0].sum
    },
    openDispute: async (intentId) => {
      const dispute = { id: sandboxId('dispute'), intentId, reason: 'fraudulent' }
      return (await openDispute(bench.sandbox, dispute)).id
    },
    signPaymentEvent: async ({ eventId, providerPaymentId, attemptId }, at) => {
      const body = Buffer.from(
        JSON.stringify({
          id: eventId,
          type: 'payment_intent.succeeded',
          data: { id: providerPaymentId, requestKey: attemptId },
        }),
      )
      const secret = webhookSecretOf(environmentId, bench.options.encryptionKey)
      return { body, headers: { [SIGNATURE_HEADER]: signSandboxWebhook(body, secret, at) } }
    },
    stop: () => bench.stop(),
  }
})
