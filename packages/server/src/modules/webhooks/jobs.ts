import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { handleProviderEvent } from './handleProviderEvent.ts'
import type { EventKey } from './store/providerEvents.ts'
import { sweepProviderEvents } from './sweepProviderEvents.ts'
import { createWebhookSender, type SenderOptions } from './webhookSender.ts'

/**
 * Webhooks in are handled from the queue. Webhooks out are always under way, because nobody wants to
 * be told a minute later.
 */
export const webhookJobs = ({
  providers,
  ...sender
}: SenderOptions & { providers: PaymentProviders }): Jobs => ({
  handlers: {
    // Only `receiveProviderWebhook` leaves this job.
    handleProviderEvent: (payload) =>
      handleProviderEvent(sender.db, providers, sender.clock, payload as EventKey),
    sweepProviderEvents: () => sweepProviderEvents(sender.db, providers, sender.clock),
  },
  schedule: ['* * * * * sweepProviderEvents'],
  loops: [createWebhookSender(sender)],
})
