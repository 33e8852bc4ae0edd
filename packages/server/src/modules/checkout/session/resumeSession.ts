import type { checkoutEndpoints, ResponseOf } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { linkToPage } from '../../organizations/index.ts'
import type { Checkout } from './createSession.ts'
import { openForm } from './openForm.ts'
import { findSession } from './sessions.sql.ts'

/** Longer than a session, so that a customer who returns late still sees the result. */
const LINK_SECONDS = 7 * 86_400

/**
 * Opens the form of a new session at the provider and returns the URL of the session's page.
 * Opening it now shows the merchant invalid provider keys before a customer sees them. If there is
 * nothing to fill in, the URL is `successUrl`.
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
