import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint: a secret key by its scope, a publishable key, a portal customer's
 * token, the token of one page of a customer (a checkout or an invoice), or anyone at all.
 */
export type Caller = 'full' | 'read' | 'runtime' | 'publishable' | 'portal' | 'page' | 'anyone'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each path parameter. */
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly callers: readonly Caller[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly response: z.ZodType
  /** Content type of the response when it is not JSON. */
  readonly produces?: 'application/pdf' | 'text/event-stream'
  /** Codes beyond those that any endpoint can answer. */
  readonly errors?: readonly ErrorCode[]
}

/** One module's endpoints by operation name; the server mounts a group whole or not at all. */
export type EndpointGroup = Readonly<Record<string, Endpoint>>

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** Reads of the merchant's own data with a secret key. */
export const merchantReads: readonly Caller[] = ['full', 'read']
/** Writes of the merchant. */
export const merchantWrites: readonly Caller[] = ['full']
/** Check: what a restricted runtime key exists for; a read, so a read key may too. */
export const runtimeReads: readonly Caller[] = ['full', 'read', 'runtime']
/** Track and its kin: writes of a restricted runtime key. */
export const runtimeWrites: readonly Caller[] = ['full', 'runtime']
/** What may be shown to the public: the only reads of a publishable key. */
export const publicReads: readonly Caller[] = ['full', 'read', 'publishable', 'portal']
/** Reads that a portal customer may make of its own data. */
export const customerReads: readonly Caller[] = ['full', 'read', 'portal']
/** Writes that a portal customer may make for itself. */
export const customerWrites: readonly Caller[] = ['full', 'portal']
/** Reads that whoever holds the link to a page may make of what is on it. */
export const pageReads: readonly Caller[] = [...customerReads, 'page']
/** Writes that whoever holds the link to a page may make on it. */
export const pageWrites: readonly Caller[] = [...customerWrites, 'page']
