import type { CheckoutForm } from '@purser/contract'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { openForm } from '../session/openForm.ts'
import type { FoundSession } from '../session/session.core.ts'
import { statusOf } from '../session/session.core.ts'
import { findSession } from '../session/sessions.sql.ts'

/** Opens the embedded form for a session's page. Returns no form once the session has ended. */
export async function openCheckoutForm(
  billing: Billing,
  scope: Scope,
  id: string,
): Promise<CheckoutForm> {
  const found = await loadSession(billing, scope, id)
  const status = statusOf(found.session, found.progress)
  if (status !== 'pending') return { client: null, status }
  const outcome = await openForm(billing, scope, found.session)
  if (outcome.kind === 'requires_form') return { client: outcome.client, status }
  const { session, progress } = await loadSession(billing, scope, id)
  return { client: null, status: statusOf(session, progress) }
}

async function loadSession(
  { db }: Billing,
  { environmentId }: Scope,
  id: string,
): Promise<FoundSession> {
  const found = await withTransaction(db, (tx) => findSession(tx, environmentId, id), 'read')
  invariant(found, 'a session is never deleted')
  return found
}
