import type { Plan } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { movePlan } from './movePlan.ts'

/** Takes a plan off sale; subscriptions that run on it go on. */
export const archivePlan = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> =>
  movePlan(tx, scope, idOrSlug, 'archive')
