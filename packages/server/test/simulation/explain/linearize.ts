import type { Catalog } from '../../model/catalog.ts'
import { excuse, passTime } from '../../model/clocks.ts'
import type { Answer, Operation } from '../../model/operation.ts'
import { applyOperation } from '../../model/operations.ts'
import type { Customer } from '../../model/state.ts'
import type { Identities } from '../observe/identities.ts'

/** An operation on one customer as it was seen from outside. */
export interface Observed {
  readonly label: string
  readonly operation: Operation
  /** When it was begun and when its answer came; whole numbers that only grow. */
  readonly began: number
  readonly ended: number
  /** Its place among the operations of its own request, which keep their order. */
  readonly request: number
  readonly place: number
  readonly answer: Answer
}

/** The model's state and ids after the operations of a round. */
export interface World {
  readonly customer: Customer
  readonly identities: Identities
}

/** What no order explains, with the longest explanation that was found. */
export interface Unexplained {
  readonly order: readonly Observed[]
  readonly differences: readonly string[]
}

/** A run that the model agrees with needs few; one that it does not agree with could need millions. */
const MAX_TRIES = 20_000

/** All that an answer may be as well. */
function alternatives(answer: Answer | undefined): Answer[] {
  if (!answer) return []
  const { or, ...other } = answer
  return [other, ...alternatives(or)]
}

/** Whether one must have taken effect before the other. */
const precedes = (a: Observed, b: Observed): boolean =>
  a.ended < b.began || (a.request === b.request && a.place < b.place)

/** What was made in the same round is known by its real id only, until the model has made it too. */
const inModelIds = (operation: Operation, identities: Identities): Operation => ({
  ...operation,
  ...('grantId' in operation && { grantId: identities.toModel(operation.grantId) }),
  ...('reservationId' in operation && {
    reservationId: identities.toModel(operation.reservationId),
  }),
  ...('eventId' in operation && { eventId: identities.toModel(operation.eventId) }),
  ...('subscriptionId' in operation && {
    subscriptionId: identities.toModel(operation.subscriptionId),
  }),
  ...('invoiceId' in operation && { invoiceId: identities.toModel(operation.invoiceId) }),
  ...('disputeId' in operation && { disputeId: identities.toModel(operation.disputeId) }),
  ...('sessionId' in operation && { sessionId: identities.toModel(operation.sessionId) }),
  ...('previewToken' in operation &&
    operation.previewToken !== undefined && {
      previewToken: identities.toModel(operation.previewToken),
    }),
})

/**
 * Finds an order of the operations, true to who was answered before who began, in which the model
 * gives every answer that was seen and ends in the state that was seen. The proof of concurrency:
 * whatever ran at the same time must look as if it had run one by one.
 */
export function linearize(
  catalog: Catalog,
  start: World,
  operations: readonly Observed[],
  /** How late it was for the customer in the end. */
  now: Date,
  hear: (identities: Identities, before: Customer, after: Customer) => string | null,
  finish: (world: World) => World | { readonly difference: string },
  /** Where a clock may have stopped for somebody else. */
  stops: readonly Date[] = [],
): (World & { readonly order: readonly Observed[] }) | Unexplained {
  let best: { order: readonly Observed[]; differences: string[] } = { order: [], differences: [] }
  let tries = 0
  const fail = (path: readonly Observed[], difference: string): void => {
    if (path.length > best.order.length) best = { order: path, differences: [] }
    if (path.length === best.order.length) best.differences.push(difference)
  }

  const search = (
    world: World,
    left: readonly Observed[],
    path: readonly Observed[],
  ): (World & { order: readonly Observed[] }) | null => {
    if (left.length === 0) {
      const end = finish(world)
      if (!('difference' in end)) return { ...end, order: path }
      fail(path, `state after all: ${end.difference}`)
    }
    for (const next of left) {
      if (tries >= MAX_TRIES) return null
      if (left.some((other) => other !== next && precedes(other, next))) continue
      tries += 1
      const identities = world.identities.copy()
      const operation = inModelIds(next.operation, identities)
      const at = world.customer.clock?.now ?? now
      const { customer: reached, answer } = applyOperation(catalog, world.customer, operation, at)
      const customer = excuse(world.customer, reached, operation)
      const { or, ...expected } = answer
      const isOther = alternatives(or).some(
        (other) => identities.copy().difference(other, next.answer) === null,
      )
      const difference =
        (isOther ? null : identities.difference(expected, next.answer)) ??
        hear(identities, world.customer, customer)
      if (difference !== null) {
        fail(path, `${next.label}: ${difference}`)
        continue
      }
      const rest = left.filter((other) => other !== next)
      const found = search({ customer, identities }, rest, [...path, next])
      if (found) return found
    }
    // A clock that is on its way goes on when it has nothing more to do where it stands.
    for (const customer of passTime(world.customer, stops)) {
      if (tries >= MAX_TRIES || (customer.clock && customer.clock.now > now)) break
      tries += 1
      const found = search({ ...world, customer }, left, path)
      if (found) return found
    }
    return null
  }
  return search(start, operations, []) ?? best
}
