import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tier } from './core/catalogObjects.ts'
import { tierKind } from './read/offer.ts'
import { archiveObject } from './store.ts'

/** Takes a tier off the pricing page; its plans stay as they are. */
export const archiveTier = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Tier> =>
  archiveObject(tx, scope, tierKind, idOrSlug)
