import { type Handlers, ok } from '../operation.ts'
import { impossible } from '../subscriptions/billingOperations.ts'
import {
  type CheckoutRequest,
  endSession,
  openCheckout,
  previewCheckout,
  renderSession,
} from './checkout.ts'

/** Purchases that the customer pays for in a form. */
export type CheckoutOperation =
  | ({ kind: 'beginCheckout'; flow: number } & CheckoutRequest)
  | ({ kind: 'previewCheckout' } & CheckoutRequest)
  | { kind: 'readCheckout'; sessionId: string }
  /** A request or a worker recorded the end of the checkout. */
  | { kind: 'endCheckout'; sessionId: string; outcome: 'completed' | 'expired' }

export const checkoutHandlers: Handlers<CheckoutOperation['kind']> = {
  beginCheckout: ({ catalog, customer, now }, { flow, kind: _, ...request }) => {
    customer.money.flows.set(flow, openCheckout(catalog, customer, request, now))
    return ok(undefined)
  },

  previewCheckout: ({ catalog, customer, now }, { kind: _, ...request }) =>
    previewCheckout(catalog, customer, request, now),

  readCheckout: ({ customer }, { sessionId }) => {
    const session = customer.billing.sessions.find(({ id }) => id === sessionId)
    return session ? ok(renderSession(customer, session)) : impossible('no such checkout')
  },

  endCheckout: ({ customer, now }, { sessionId, outcome }) => {
    const session = customer.billing.sessions.find(({ id }) => id === sessionId)
    if (!session) return impossible('no such checkout')
    const problem = endSession(customer, session, outcome, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },
}
