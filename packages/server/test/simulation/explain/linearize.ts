import type { Catalog } from '../../model/catalog.ts'
import { excuseMissedWork, passTime } from '../../model/clocks.ts'
import type { Answer, Operation } from '../../model/operation.ts'
import { applyOperation } from '../../model/operations.ts'
import type { Customer } from '../../model/state.ts'
import type { Identities } from '../observe/identities.ts'

/** An operation on one customer, as observed from outside. */
export interface ObservedOperation {
  readonly label: string
  readonly operation: Operation
  /** The start and the end of the operation, as increasing whole numbers. */
  readonly startTick: number
  readonly endTick: number
  /** The position of the operation within its request. Operations of a request keep their order. */
  readonly request: number
  readonly position: number
  readonly answer: Answer
}

/** The state and ids of the model after some operations. */
export interface World {
  readonly customer: Customer
  readonly identities: Identities
}

/** The longest partial order that was found, and the differences that stopped it. */
export interface Unexplained {
  readonly order: readonly ObservedOperation[]
  readonly differences: readonly string[]
}

/** A correct run needs few tries. An incorrect one could need millions. */
const MAX_TRIES = 20_000

/** All alternatives of a response. */
function alternatives(answer: Answer | undefined): Answer[] {
  if (!answer) return []
  const { or, ...other } = answer
  return [other, ...alternatives(or)]
}

/** Checks whether one operation must have taken effect before another. */
const precedes = (a: ObservedOperation, b: ObservedOperation): boolean =>
  a.endTick < b.startTick || (a.request === b.request && a.position < b.position)

/** Until the model creates an object of this round, the object has only a real id. */
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
 * Finds an order of the operations in which the model gives every observed response and ends in the
 * observed state. An operation that ended before another one started must come first. Such an order
 * proves that concurrent operations had the same effect as operations that run one by one.
 */
export function linearize(
  catalog: Catalog,
  start: World,
  operations: readonly ObservedOperation[],
  /** The customer's time at the end of the round. */
  now: Date,
  compareMessages: (identities: Identities, before: Customer, after: Customer) => string | null,
  finish: (world: World) => World | { readonly difference: string },
  /** Instants at which the clock may have stopped for other customers. */
  stops: readonly Date[] = [],
): (World & { readonly order: readonly ObservedOperation[] }) | Unexplained {
  let best: { order: readonly ObservedOperation[]; differences: string[] } = {
    order: [],
    differences: [],
  }
  let tries = 0
  const fail = (path: readonly ObservedOperation[], difference: string): void => {
    if (path.length > best.order.length) best = { order: path, differences: [] }
    if (path.length === best.order.length) best.differences.push(difference)
  }

  const search = (
    world: World,
    left: readonly ObservedOperation[],
    path: readonly ObservedOperation[],
  ): (World & { order: readonly ObservedOperation[] }) | null => {
    if (left.length === 0) {
      const end = finish(world)
      if (!('difference' in end)) return { ...end, order: path }
      fail(path, `final state: ${end.difference}`)
    }
    for (const next of left) {
      if (tries >= MAX_TRIES) return null
      if (left.some((other) => other !== next && precedes(other, next))) continue
      tries += 1
      const identities = world.identities.copy()
      const operation = inModelIds(next.operation, identities)
      const at = world.customer.clock?.now ?? now
      const { customer: reached, answer } = applyOperation(catalog, world.customer, operation, at)
      const customer = excuseMissedWork(world.customer, reached, operation)
      const { or, ...expected } = answer
      const isOther = alternatives(or).some(
        (other) => identities.copy().difference(other, next.answer) === null,
      )
      const difference =
        (isOther ? null : identities.difference(expected, next.answer)) ??
        compareMessages(identities, world.customer, customer)
      if (difference !== null) {
        fail(path, `${next.label}: ${difference}`)
        continue
      }
      const rest = left.filter((other) => other !== next)
      const found = search({ customer, identities }, rest, [...path, next])
      if (found) return found
    }
    // An advancing clock moves on when nothing is left to do at its current instant.
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
