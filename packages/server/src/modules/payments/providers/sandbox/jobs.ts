import type { Jobs } from '../../../../platform/jobs/runJobs.ts'
import { type Deliverer, deliverSandboxEvents } from './events/deliverSandboxEvents.ts'
import { DELIVER_EVENTS } from './events/events.sql.ts'

/** Each event asks to be delivered; every minute those are found whose word was lost. */
export const sandboxJobs = (deliverer: Deliverer): Jobs => ({
  handlers: { [DELIVER_EVENTS]: () => deliverSandboxEvents(deliverer) },
  schedule: [`* * * * * ${DELIVER_EVENTS}`],
})
