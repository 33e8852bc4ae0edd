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

/** A decoded request to one endpoint. */
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
      readonly mode: 'batched'
      readonly join: (call: Call<E>) => Promise<ResponseOf<E>>
      readonly alone: Handler<E> | null
    }
  | {
      readonly mode: 'staged'
      readonly begin: (tx: Tx, call: Call<E>) => Promise<StageOutcome<E>>
      readonly resume: (call: Call<E>, ticket: string) => Promise<ResponseOf<E>>
    }
  | {
      readonly mode: 'stream'
      /** `write` if `begin` writes. */
      readonly begins: 'read' | 'write'
      readonly begin: (tx: Tx, call: Call<E>) => Promise<string>
      readonly follow: (
        call: Call<E>,
        ticket: string,
        from: StreamPosition,
      ) => AsyncIterable<StreamEvent>
    }
  | { readonly mode: 'raw'; readonly receive: (delivery: Delivery<E>) => Promise<ResponseOf<E>> }

/** A file that the client saves under `fileName`. The endpoint defines its media type. */
export interface Download {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Creates a file from the data that was read. */
type Printer = () => Promise<Download>

/** The result of a write's first stage: the answer, or the id of the work that remains. */
export type StageOutcome<E extends Endpoint> = { answer: ResponseOf<E> } | { ticket: string }

/** The position at which a stream resumes, and a signal to end it. */
export interface StreamPosition {
  /** The number of the last event that the caller has seen, or null if unknown. */
  readonly after: number | null
  readonly signal: AbortSignal
}

/** One server-sent event. `silence` only keeps the connection open. */
export type StreamEvent =
  | { readonly number: number; readonly event: string; readonly data: unknown }
  | 'silence'

/** A request from a sender who is authenticated by a signature over the raw bytes. */
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
 * Answers with a file. Reads the data in a READ ONLY transaction. Creates the file after the
 * transaction has ended, because that takes longer.
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
 * Joins a transaction that carries many requests and answers when it commits. A request with an
 * Idempotency-Key gets a separate transaction (`alone`), because its answer is stored with its
 * effect. Reads need no transaction.
 */
export const batchedCall = <E extends Endpoint>(
  join: (call: Call<E>) => Promise<ResponseOf<E>>,
  alone: Handler<E> | null = null,
): Handling<E> => ({ mode: 'batched', join, alone })

/**
 * Runs a write that calls an external service between two transactions. `begin` records the work to
 * do in one transaction; `resume` does it and answers. Runs once per Idempotency-Key, even after a
 * crash in between.
 */
export const stagedWrite = <E extends Endpoint>(
  begin: (tx: Tx, call: Call<E>) => Promise<StageOutcome<E>>,
  resume: (call: Call<E>, ticket: string) => Promise<ResponseOf<E>>,
): Handling<E> => ({ mode: 'staged', begin, resume })

/**
 * Answers with server-sent events. `begin` finds or creates the object to follow, in one
 * transaction and once per Idempotency-Key. `follow` reports its progress while the caller listens.
 */
export const stream = <E extends Endpoint>(
  begins: 'read' | 'write',
  begin: (tx: Tx, call: Call<E>) => Promise<string>,
  follow: (call: Call<E>, ticket: string, from: StreamPosition) => AsyncIterable<StreamEvent>,
): Handling<E> => ({ mode: 'stream', begins, begin, follow })

/**
 * Passes the raw bytes to the handler, because a signature covers the bytes and not their meaning.
 */
export const rawDelivery = <E extends Endpoint>(
  receive: (delivery: Delivery<E>) => Promise<ResponseOf<E>>,
): Handling<E> => ({ mode: 'raw', receive })

export interface Route {
  readonly operation: string
  readonly module: string
  readonly endpoint: Endpoint
  readonly handling: Handling<Endpoint>
}

/** Binds a module's endpoints to their handlers. A missing handler does not compile. */
export function defineRoutes<G extends EndpointGroup>(
  module: string,
  endpoints: G,
  handlers: { [Name in keyof G]: Handling<G[Name]> },
): Route[] {
  return Object.entries(endpoints).map(([operation, endpoint]) => ({
    operation,
    module,
    endpoint,
    // Each handler was checked against its endpoint above; a list of routes loses that type.
    handling: handlers[operation as keyof G] as unknown as Handling<Endpoint>,
  }))
}
