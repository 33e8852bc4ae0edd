import type { Subscription } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { renderSubscription } from './read/render.ts'
import { requireOwnSubscription } from './requireOwnSubscription.ts'

/** A subscription as the API shows it to whoever asks. */
export const getSubscription = async (
  tx: Tx,
  scope: Scope,
  principal: Principal,
  id: string,
): Promise<Subscription> =>
  renderSubscription(
    tx,
    scope.environmentId,
    await requireOwnSubscription(tx, scope, principal, id),
  )
