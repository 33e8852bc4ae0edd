import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { handleProviderEvent } from './handleProviderEvent.ts'
import { findOpenEvents, type OpenEvent } from './store/providerEvents.ts'

/** Handles events whose job was lost or whose provider did not answer. */
export const sweepProviderEvents = (
  db: Database,
  providers: PaymentProviders,
  clock: Clock,
): Promise<void> =>
  workThrough<OpenEvent>(
    'provider events',
    (last) => findOpenEvents(db, last),
    (event) => handleProviderEvent(db, providers, clock, event),
  )
