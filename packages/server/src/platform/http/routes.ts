import type {
  BodyOf,
  Endpoint,
  EndpointGroup,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../db/database.ts'
import type { Principal } from './principal.ts'

/** A decoded request of one endpoint. */
interface Call<E extends Endpoint> {
  scope: Scope
  principal: Principal
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

export type Handler<E extends Endpoint> = (tx: Tx, call: Call<E>) => Promise<ResponseOf<E>>

type Handling<E extends Endpoint> =
  | { readonly mode: 'read' | 'write'; readonly handle: Handler<E> }
  | {
      readonly mode: 'direct'
      readonly join: (call: Call<E>) => Promise<ResponseOf<E>>
      readonly alone: Handler<E> | null
    }

/** Runs in a READ ONLY transaction. */
export const read = <E extends Endpoint>(handle: Handler<E>): Handling<E> => ({
  mode: 'read',
  handle,
})

/** Runs in one write transaction, once per Idempotency-Key. */
export const write = <E extends Endpoint>(handle: Handler<E>): Handling<E> => ({
  mode: 'write',
  handle,
})

/**
 * Joins a transaction that carries many requests and answers when that is done. A request with an
 * Idempotency-Key gets one of its own (`alone`), since its answer is stored with its effect; what
 * only reads needs none.
 */
export const direct = <E extends Endpoint>(
  join: (call: Call<E>) => Promise<ResponseOf<E>>,
  alone: Handler<E> | null = null,
): Handling<E> => ({ mode: 'direct', join, alone })

export interface Route {
  readonly operation: string
  readonly module: string
  readonly endpoint: Endpoint
  readonly handling: Handling<Endpoint>
}

/** Binds a module's endpoints to their handlers: every one of the group, or it does not compile. */
export function defineRoutes<G extends EndpointGroup>(
  module: string,
  endpoints: G,
  handlers: { [Name in keyof G]: Handling<G[Name]> },
): Route[] {
  return Object.entries(endpoints).map(([operation, endpoint]) => ({
    operation,
    module,
    endpoint,
    // Each handler was checked against its own endpoint above; a list of routes forgets which.
    handling: handlers[operation as keyof G] as unknown as Handling<Endpoint>,
  }))
}
