import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { Billing } from '../invoicing/index.ts'
import { handleProviderEvent } from './handleProviderEvent.ts'
import { findOpenEvents, type OpenEvent } from './store/providerEvents.ts'

/** Handles events whose job was lost or whose provider did not answer. */
export const sweepProviderEvents = (billing: Billing, clock: Clock): Promise<void> =>
  workThrough<OpenEvent>(
    'provider events',
    (last) => findOpenEvents(billing.db, last),
    (event) => handleProviderEvent(billing, clock, event),
  )
