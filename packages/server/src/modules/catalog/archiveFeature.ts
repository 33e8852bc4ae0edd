import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Feature } from './core/catalogObjects.ts'
import { featureKind } from './read/metering.ts'
import { archiveObject } from './store.ts'

/** Closes a feature to new use; plans that have it keep it. */
export const archiveFeature = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Feature> =>
  archiveObject(tx, scope, featureKind, idOrSlug)
