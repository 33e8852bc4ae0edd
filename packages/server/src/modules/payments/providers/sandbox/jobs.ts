import type { Jobs } from '../../../../platform/jobs/runJobs.ts'
import { type Deliverer, deliverSandboxEvents } from './events/deliverSandboxEvents.ts'
import { DELIVER_EVENTS } from './events/events.sql.ts'

/** Each event enqueues its delivery. The schedule finds events whose job was lost. */
export const sandboxJobs = (deliverer: Deliverer): Jobs => ({
  handlers: { [DELIVER_EVENTS]: () => deliverSandboxEvents(deliverer) },
  schedule: [`* * * * * ${DELIVER_EVENTS}`],
})
