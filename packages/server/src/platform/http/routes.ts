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
export interface Call<E extends Endpoint> {
  scope: Scope
  principal: Principal
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

export type Handler<E extends Endpoint> = (tx: Tx, call: Call<E>) => Promise<ResponseOf<E>>

type Handling<E extends Endpoint> =
  | { readonly mode: 'read' | 'write'; readonly handle: Handler<E> }
  | { readonly mode: 'download'; readonly handle: (tx: Tx, call: Call<E>) => Promise<Printer> }
  | {
      readonly mode: 'direct'
      readonly join: (call: Call<E>) => Promise<ResponseOf<E>>
      readonly alone: Handler<E> | null
    }
  | {
      readonly mode: 'staged'
      readonly begin: (tx: Tx, call: Call<E>) => Promise<Started<E>>
      readonly resume: (call: Call<E>, ticket: string) => Promise<ResponseOf<E>>
    }
  | {
      readonly mode: 'stream'
      /** Whether finding what to follow writes. */
      readonly begins: 'read' | 'write'
      readonly begin: (tx: Tx, call: Call<E>) => Promise<string>
      readonly follow: (call: Call<E>, ticket: string, from: From) => AsyncIterable<StreamEvent>
    }
  | { readonly mode: 'raw'; readonly receive: (delivery: Delivery<E>) => Promise<ResponseOf<E>> }

/** A file to save under a name, of the type that the endpoint produces. */
export interface Download {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Makes a file out of what was read. */
type Printer = () => Promise<Download>

/** What the first stage of a write came to: the answer, or the name of what is still to be done. */
export type Started<E extends Endpoint> = { answer: ResponseOf<E> } | { ticket: string }

/** Where a stream goes on, and when it need not any more. */
export interface From {
  /** Number of the last event that the caller has seen; null when it does not say. */
  readonly after: number | null
  readonly signal: AbortSignal
}

/** One server-sent event; `silence` only keeps the connection open. */
export type StreamEvent =
  | { readonly number: number; readonly event: string; readonly data: unknown }
  | 'silence'

/** A request of somebody who proves itself by a signature over the very bytes. */
export interface Delivery<E extends Endpoint> {
  params: ParamsOf<E>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  now: Date
}

/** Runs in a READ ONLY transaction. */
export const read = <E extends Endpoint>(handle: Handler<E>): Handling<E> => ({
  mode: 'read',
  handle,
})

/**
 * Answers with a file: reads what it takes in a READ ONLY transaction, and makes the file, which
 * takes longer, when that has ended.
 */
export const download = <E extends Endpoint, Content>(
  handle: (tx: Tx, call: Call<E>) => Promise<Content>,
  print: (content: Content) => Promise<Download>,
): Handling<E> => ({
  mode: 'download',
  handle: async (tx, call) => {
    const content = await handle(tx, call)
    return () => print(content)
  },
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

/**
 * A write with a call to the outside in its middle: `begin` writes in one transaction what is to be
 * done, `resume` does it and answers. Once per Idempotency-Key, also across a crash in between.
 */
export const staged = <E extends Endpoint>(
  begin: (tx: Tx, call: Call<E>) => Promise<Started<E>>,
  resume: (call: Call<E>, ticket: string) => Promise<ResponseOf<E>>,
): Handling<E> => ({ mode: 'staged', begin, resume })

/**
 * Answers with server-sent events: `begin` finds or writes what is followed, in one transaction and
 * once per Idempotency-Key, and `follow` tells of it for as long as the caller listens.
 */
export const stream = <E extends Endpoint>(
  begins: 'read' | 'write',
  begin: (tx: Tx, call: Call<E>) => Promise<string>,
  follow: (call: Call<E>, ticket: string, from: From) => AsyncIterable<StreamEvent>,
): Handling<E> => ({ mode: 'stream', begins, begin, follow })

/** Gets the bytes as they came, because a signature is over them and not over what they mean. */
export const raw = <E extends Endpoint>(
  receive: (delivery: Delivery<E>) => Promise<ResponseOf<E>>,
): Handling<E> => ({ mode: 'raw', receive })

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
