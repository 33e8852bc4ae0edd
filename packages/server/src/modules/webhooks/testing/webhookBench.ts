import type { WebhookEndpoint, WebhookMessage } from '@purser/contract'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import type { TestApp, TestEnvironment } from '../../../../test/harness/app/testApp.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { ReceivedRequest } from './receiver.ts'

type WithSecret = WebhookEndpoint & { secret: string; previousSecretExpiresAt: string | null }

/** Shortcuts for webhook tests. */
export function webhookBench(app: TestApp) {
  const register = (url: string, more: Record<string, unknown> = {}, call: Call = {}) =>
    app.ok<WithSecret>('createWebhookEndpoint', { body: { url, ...more }, ...call })

  /** Triggers an event. */
  const tell = (
    type = 'customer.created',
    data: unknown = {},
    environment: TestEnvironment = app.sandbox,
  ) =>
    withTransaction(app.db, (tx) =>
      emitEvent(tx, environment.scope(), { type, customerId: 'ada', data }),
    )

  /** Fans out and sends everything that is due. */
  const settle = async () => {
    for (const loop of app.app.jobs.loops ?? []) await loop.settle()
  }

  const messages = async (query: Record<string, string | number> = {}) =>
    (await app.ok<{ data: WebhookMessage[] }>('listWebhookMessages', { query })).data

  const message = async (query: Record<string, string | number> = {}): Promise<WebhookMessage> => {
    const found = await messages(query)
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} messages, not one`)
    return found[0]
  }

  const endpoint = (id: string) => app.ok<WebhookEndpoint>('getWebhookEndpoint', { params: { id } })

  /** Verifies a request as a merchant does, at the time of the test's clock. */
  const verify = (secret: string, { body, headers }: ReceivedRequest): unknown => {
    vi.useFakeTimers({ now: app.clock.now(), toFake: ['Date'] })
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    } finally {
      vi.useRealTimers()
    }
  }

  return { register, tell, settle, messages, message, endpoint, verify }
}
