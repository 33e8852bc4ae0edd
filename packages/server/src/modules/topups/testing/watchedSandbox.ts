import { setTimeout } from 'node:timers/promises'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import type { ProviderAdapter } from '../../payments/index.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { createSandboxAdapter } from '../../payments/providers/sandbox/index.ts'

type Step = (attemptId: string) => Promise<void>

/** Wraps the sandbox provider. Counts its calls and lets a test act at each step of a charge. */
export interface WatchedSandbox {
  adapter: ProviderAdapter
  /** The attempt ids of all charges sent, one entry per send. */
  sent: string[]
  /** The attempt ids of all cancellations. */
  canceled: string[]
  /** Called before a charge reaches the provider, and after it acted but before it answers. */
  before: Step | null
  after: Step | null
  /** Replaces the provider's pauses. */
  wait: ((ms: number) => Promise<void>) | null
  /** Connects the wrapper to the running application. */
  watch(app: TestApp): void
}

export function createWatchedSandbox(): WatchedSandbox {
  let app: TestApp | null = null
  const watched: WatchedSandbox = {
    sent: [],
    canceled: [],
    before: null,
    after: null,
    wait: null,
    watch: (started) => {
      app = started
    },
    adapter: {
      id: 'sandbox',
      needsCredentials: false,
      connect: async (account) => {
        if (!app) throw new Error('The application has not started yet.')
        const { db, clock, encryptionKey, url: publicUrl } = app
        const provider = await createSandboxAdapter({
          db,
          clock,
          encryptionKey,
          publicUrl,
          wait: (ms) => (watched.wait ?? setTimeout)(ms),
        }).connect(account)
        const stepped =
          <Payment extends { attemptId: string }, Outcome>(
            send: (payment: Payment) => Promise<Outcome>,
          ) =>
          async (payment: Payment): Promise<Outcome> => {
            watched.sent.push(payment.attemptId)
            await watched.before?.(payment.attemptId)
            const outcome = await send(payment)
            await watched.after?.(payment.attemptId)
            return outcome
          }
        const both: Pick<PaymentProvider, 'charge' | 'startPayment'> = {
          charge: stepped(provider.charge),
          startPayment: stepped(provider.startPayment),
        }
        return {
          ...provider,
          ...both,
          cancelPayment: (payment) => {
            watched.canceled.push(payment.attemptId)
            return provider.cancelPayment(payment)
          },
        }
      },
    },
  }
  return watched
}
