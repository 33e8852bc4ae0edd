import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { handleProviderEvent, sweepProviderEvents } from './incoming/handleProviderEvent.ts'
import type { EventKey } from './incoming/providerEvents.sql.ts'
import { createWebhookSender, type SenderOptions } from './outgoing/webhookSender.ts'

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
