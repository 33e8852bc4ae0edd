import { checkoutEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { customerOf, type Principal } from '../../platform/http/principal.ts'
import { defineRoutes, type Route, read, staged } from '../../platform/http/routes.ts'
import { offerTo } from '../subscriptions/index.ts'
import type { Buyer } from './core/buyer.ts'
import { type Checkout, createSession } from './createSession.ts'
import { previewCheckout } from './previewCheckout.ts'
import { findSession, renderSessionStatus } from './read.ts'
import { resumeSession } from './resumeSession.ts'

export const checkoutRoutes = (checkout: Checkout): Route[] =>
  defineRoutes('checkout', checkoutEndpoints, {
    previewCheckout: read((tx, { scope, principal, body }) => {
      const buyer = buyerOf(principal, body.customerId)
      return previewCheckout(tx, checkout, scope, buyer, body)
    }),
    createCheckoutSession: staged(
      async (tx, { scope, principal, body }) => {
        const buyer = buyerOf(principal, body.customerId)
        return { ticket: await createSession(tx, checkout, scope, buyer, body) }
      },
      ({ scope }, sessionId) => resumeSession(checkout, scope, sessionId),
    ),
    getCheckoutSessionStatus: read(async (tx, { scope, principal, params }) => {
      const found = await findSession(tx, scope.environmentId, params.id)
      const isOthers =
        principal.kind === 'portal' && found?.session.customerId !== principal.customerId
      if (!found || isOthers) throw notFound('checkout session', params.id)
      return renderSessionStatus(found)
    }),
  })

const buyerOf = (principal: Principal, named: string | undefined): Buyer => ({
  customerId: customerOf(principal, named, 'customerId'),
  offer: offerTo(principal),
})
