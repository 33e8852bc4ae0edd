import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { Billing } from '../invoicing/index.ts'
import { handleProviderEvent, sweepProviderEvents } from './incoming/handleProviderEvent.ts'
import type { ProviderEventKey } from './incoming/providerEvents.sql.ts'
import { createWebhookSender, type SenderOptions } from './outgoing/webhookSender.ts'

/**
 * Incoming webhooks are handled from the queue. Outgoing webhooks are sent by a loop, because a
 * scheduled job would delay them by up to a minute.
 */
export const webhookJobs = ({
  billing,
  ...sender
}: SenderOptions & { billing: Billing }): Jobs => ({
  handlers: {
    // Only `receiveProviderWebhook` enqueues this job.
    handleProviderEvent: (payload) =>
      handleProviderEvent(billing, sender.clock, payload as ProviderEventKey),
    sweepProviderEvents: () => sweepProviderEvents(billing, sender.clock),
  },
  schedule: ['* * * * * sweepProviderEvents'],
  loops: [createWebhookSender(sender)],
})
