import type { checkoutEndpoints, ResponseOf } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { linkToPage } from '../../organizations/index.ts'
import type { Checkout } from './createSession.ts'
import { openForm } from './openForm.ts'
import { findSession } from './sessions.sql.ts'

/** Longer than a session, so that who comes back late still reads how it ended. */
const LINK_SECONDS = 7 * 86_400

/**
 * Opens the form of a session at the provider, so that a merchant whose keys do not work learns it
 * before the customer does, and answers with the way to the session's page. Where there is nothing
 * left to fill in, the way leads on.
 */
export async function resumeSession(
  checkout: Checkout,
  scope: Scope,
  id: string,
): Promise<ResponseOf<typeof checkoutEndpoints.createCheckoutSession>> {
  const { session, url } = await withTransaction(
    checkout.db,
    async (tx) => {
      const found = await findSession(tx, scope.environmentId, id)
      invariant(found, 'a session is never deleted')
      const { customerId } = found.session
      const page = { kind: 'checkout', id, customerId, expiresInSeconds: LINK_SECONDS } as const
      return { session: found.session, url: (await linkToPage(tx, checkout, scope, page)).url }
    },
    'read',
  )
  const expiresAt = session.expiresAt.toISOString()
  const outcome = session.status === 'pending' ? await openForm(checkout, scope, session) : null
  if (outcome?.kind !== 'requires_form') return { id, url: session.successUrl ?? url, expiresAt }
  return session.uiMode === 'hosted'
    ? { id, url, expiresAt }
    : { id, url, client: outcome.client, expiresAt }
}
