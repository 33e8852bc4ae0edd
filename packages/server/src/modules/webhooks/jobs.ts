import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { handleProviderEvent } from './handleProviderEvent.ts'
import type { EventKey } from './store/providerEvents.ts'
import { sweepProviderEvents } from './sweepProviderEvents.ts'
import { createWebhookSender, type SenderOptions } from './webhookSender.ts'

/**
 * Webhooks in are handled from the queue. Webhooks out are always under way, because nobody wants to
 * be told a minute later.
 */
export const webhookJobs = ({
  billing,
  ...sender
}: SenderOptions & { billing: Billing }): Jobs => ({
  handlers: {
    // Only `receiveProviderWebhook` leaves this job.
    handleProviderEvent: (payload) =>
      handleProviderEvent(billing, sender.clock, payload as EventKey),
    sweepProviderEvents: () => sweepProviderEvents(billing, sender.clock),
  },
  schedule: ['* * * * * sweepProviderEvents'],
  loops: [createWebhookSender(sender)],
})
