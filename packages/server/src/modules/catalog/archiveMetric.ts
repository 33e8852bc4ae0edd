import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Metric } from './core/catalogObjects.ts'
import { metricKind } from './read/metering.ts'
import { archiveObject } from './store.ts'

/** Closes a metric to new use; plans that price it go on counting. */
export const archiveMetric = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Metric> =>
  archiveObject(tx, scope, metricKind, idOrSlug)
