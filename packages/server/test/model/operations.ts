import type { Catalog } from './catalog.ts'
import { checkoutHandlers } from './checkout/checkoutOperations.ts'
import { creditHandlers } from './credits/creditOperations.ts'
import { renderEvent, renderTracked } from './credits/render.ts'
import { queryHandlers } from './entitlements/queries.ts'
import { rightsHandlers } from './entitlements/rightsOperations.ts'
import { invoiceHandlers } from './invoicing/invoiceOperations.ts'
import { type Answer, type Handlers, type Operation, ok, refused } from './operation.ts'
import { endTransaction } from './payments/autoTopUps.ts'
import { disputeHandlers } from './payments/disputes.ts'
import { paymentHandlers } from './payments/paymentOperations.ts'
import { type Customer, copyCustomer } from './state.ts'
import { billingHandlers } from './subscriptions/billingOperations.ts'
import { lifeHandlers } from './subscriptions/lifeOperations.ts'
import { noteRevisions } from './subscriptions/previews.ts'
import { reverse } from './usage/reverse.ts'
import { track } from './usage/track.ts'

const usageHandlers: Handlers<'track' | 'reverse'> = {
  track: ({ catalog, customer, now }, { event }) => {
    const answer = track(catalog, customer, event, now)
    return 'rejected' in answer
      ? { status: 200, rejected: answer.rejected }
      : ok(renderTracked(answer))
  },
  reverse: ({ catalog, customer, now }, { eventId }) => {
    const event = reverse(catalog, customer, eventId, now)
    return typeof event === 'string' ? refused(event) : ok(renderEvent(customer, event))
  },
}

const handlers = {
  ...usageHandlers,
  ...queryHandlers,
  ...creditHandlers,
  ...rightsHandlers,
  ...paymentHandlers,
  ...billingHandlers,
  ...invoiceHandlers,
  ...checkoutHandlers,
  ...disputeHandlers,
  ...lifeHandlers,
}

/** Applies an operation to a customer. This is the executable specification. */
export function applyOperation(
  catalog: Catalog,
  before: Customer,
  operation: Operation,
  now: Date,
): { customer: Customer; answer: Answer } {
  const customer = copyCustomer(before)
  const handle = handlers[operation.kind] as Handlers<Operation['kind']>[typeof operation.kind]
  const answer = handle({ catalog, customer, now }, operation as never)
  const hasSucceeded = answer.code === undefined && answer.rejected === undefined
  // Refused operations and questions change nothing.
  if (!hasSucceeded || operation.kind in queryHandlers) return { customer: before, answer }
  endTransaction(customer, now)
  noteRevisions(before, customer, now)
  return { customer, answer }
}
