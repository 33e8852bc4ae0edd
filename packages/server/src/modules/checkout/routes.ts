import { checkoutEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  customerOf,
  holdToOwnPage,
  ownerOf,
  type Principal,
} from '../../platform/http/principal.ts'
import { defineRoutes, type Route, read, stagedWrite } from '../../platform/http/routes.ts'
import { offerTo } from '../subscriptions/index.ts'
import { getCheckoutPage } from './page/getCheckoutPage.ts'
import { openCheckoutForm } from './page/openCheckoutForm.ts'
import { previewCheckout } from './preview/previewCheckout.ts'
import { type Checkout, createSession } from './session/createSession.ts'
import { resumeSession } from './session/resumeSession.ts'
import type { CheckoutBuyer, FoundSession } from './session/session.core.ts'
import { renderSessionStatus } from './session/session.core.ts'
import { findSession } from './session/sessions.sql.ts'

export const checkoutRoutes = (checkout: Checkout): Route[] =>
  defineRoutes('checkout', checkoutEndpoints, {
    previewCheckout: read((tx, { scope, principal, body }) => {
      const buyer = buyerOf(principal, body.customerId)
      return previewCheckout(tx, checkout, scope, buyer, body)
    }),
    createCheckoutSession: stagedWrite(
      async (tx, { scope, principal, body }) => {
        const buyer = buyerOf(principal, body.customerId)
        return { ticket: await createSession(tx, checkout, scope, buyer, body) }
      },
      ({ scope }, sessionId) => resumeSession(checkout, scope, sessionId),
    ),
    getCheckoutSessionStatus: read(async (tx, { scope, principal, params }) =>
      renderSessionStatus(await findOwnSession(tx, scope, principal, params.id)),
    ),
    getCheckoutPage: read(async (tx, { scope, principal, params }) =>
      getCheckoutPage(tx, scope, await findOwnSession(tx, scope, principal, params.id)),
    ),
    openCheckoutForm: stagedWrite(
      async (tx, { scope, principal, params }) => {
        const { session } = await findOwnSession(tx, scope, principal, params.id)
        return { ticket: session.id }
      },
      ({ scope }, sessionId) => openCheckoutForm(checkout, scope, sessionId),
    ),
  })

/**
 * Finds a session that the caller may see. A portal token gives access to its customer's sessions,
 * and a page token to one session.
 */
async function findOwnSession(
  tx: Tx,
  { environmentId }: Scope,
  principal: Principal,
  id: string,
): Promise<FoundSession> {
  holdToOwnPage(principal, { kind: 'checkout', id })
  const found = await findSession(tx, environmentId, id)
  const owner = ownerOf(principal)
  if (!found || (owner !== null && found.session.customerId !== owner)) {
    throw notFound('checkout session', id)
  }
  return found
}

const buyerOf = (principal: Principal, requestedId: string | undefined): CheckoutBuyer => ({
  customerId: customerOf(principal, requestedId, 'customerId'),
  offer: offerTo(principal),
})
