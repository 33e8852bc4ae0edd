import type { TestApp } from '../../../../test/harness/app/testApp.ts'
import type { ProviderAdapter } from '../../payments/index.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { createSandboxAdapter } from '../../payments/providers/sandbox/index.ts'

type Step = (attemptId: string) => Promise<void>

/** The sandbox provider with somebody in between who counts and may act at each step of a charge. */
export interface WatchedSandbox {
  adapter: ProviderAdapter
  /** The attempts that were sent, each as often as it was sent. */
  sent: string[]
  /** Attempts that it was asked to cancel. */
  canceled: string[]
  /** Before a charge reaches the provider, and after the provider acted, before it answers. */
  before: Step | null
  after: Step | null
  /** Connects it once the application is there. */
  watch(app: TestApp): void
}

export function createWatchedSandbox(): WatchedSandbox {
  let app: TestApp | null = null
  const watched: WatchedSandbox = {
    sent: [],
    canceled: [],
    before: null,
    after: null,
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
