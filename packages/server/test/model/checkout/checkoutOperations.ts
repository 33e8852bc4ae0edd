import { type Handlers, ok } from '../operation.ts'
import { impossible } from '../subscriptions/billingOperations.ts'
import {
  type CheckoutRequest,
  endSession,
  openCheckout,
  previewCheckout,
  renderSession,
} from './checkout.ts'

/** What is bought in a form. */
export type CheckoutOperation =
  | ({ kind: 'beginCheckout'; flow: number } & CheckoutRequest)
  | ({ kind: 'previewCheckout' } & CheckoutRequest)
  | { kind: 'readCheckout'; sessionId: string }
  /** Somebody wrote down how it ended. */
  | { kind: 'endCheckout'; sessionId: string; became: 'completed' | 'expired' }

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

  endCheckout: ({ customer, now }, { sessionId, became }) => {
    const session = customer.billing.sessions.find(({ id }) => id === sessionId)
    if (!session) return impossible('no such checkout')
    const problem = endSession(customer, session, became, now)
    return problem === null ? ok(undefined) : impossible(problem)
  },
}
