import { askHandlers } from './asks.ts'
import { store } from './autoTopUps.ts'
import { billingHandlers } from './billingOperations.ts'
import type { Catalog } from './catalog.ts'
import { checkoutHandlers } from './checkoutOperations.ts'
import { creditHandlers } from './creditOperations.ts'
import { disputeHandlers } from './disputes.ts'
import { invoiceHandlers } from './invoiceOperations.ts'
import { lifeHandlers } from './lifeOperations.ts'
import type { Answer, Handlers, Operation } from './operation.ts'
import { ok, refused } from './operation.ts'
import { paymentHandlers } from './paymentOperations.ts'
import { noteRevisions } from './previews.ts'
import { renderEvent, renderTracked } from './render.ts'
import { reverse } from './reverse.ts'
import { rightsHandlers } from './rightsOperations.ts'
import { type Customer, copyCustomer } from './state.ts'
import { track } from './track.ts'

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
  ...askHandlers,
  ...creditHandlers,
  ...rightsHandlers,
  ...paymentHandlers,
  ...billingHandlers,
  ...invoiceHandlers,
  ...checkoutHandlers,
  ...disputeHandlers,
  ...lifeHandlers,
}

/** Applies an operation to a customer: the specification in executable form. */
export function applyOperation(
  catalog: Catalog,
  before: Customer,
  operation: Operation,
  now: Date,
): { customer: Customer; answer: Answer } {
  const customer = copyCustomer(before)
  const handle = handlers[operation.kind] as Handlers<Operation['kind']>[typeof operation.kind]
  const answer = handle({ catalog, customer, now }, operation as never)
  const changed = answer.code === undefined && answer.rejected === undefined
  // What is refused or only asked changes nothing.
  if (!changed || operation.kind in askHandlers) return { customer: before, answer }
  store(customer, now)
  noteRevisions(before, customer, now)
  return { customer, answer }
}
