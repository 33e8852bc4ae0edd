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

type Handler<E extends Endpoint> = (tx: Tx, call: Call<E>) => Promise<ResponseOf<E>>

interface Handling<E extends Endpoint> {
  readonly mode: 'read' | 'write'
  readonly handle: Handler<E>
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
