import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * A credential that may call an endpoint: a secret key with one of three scopes, a publishable key,
 * a portal customer's token, a token for one checkout or invoice page, or none (`anyone`).
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
  /** Error codes in addition to those that every endpoint can return. */
  readonly errors?: readonly ErrorCode[]
}

/** Endpoints by operation name. The server mounts a group as a whole or not at all. */
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

/** Reads of the merchant's data with a secret key. */
export const merchantReads: readonly Caller[] = ['full', 'read']
export const merchantWrites: readonly Caller[] = ['full']
/** Checks. Runtime keys exist for checks. A check is a read, so read keys may check too. */
export const runtimeReads: readonly Caller[] = ['full', 'read', 'runtime']
/** Writes of a runtime key, such as track. */
export const runtimeWrites: readonly Caller[] = ['full', 'runtime']
/** Reads of public data. A publishable key may make no others. */
export const publicReads: readonly Caller[] = ['full', 'read', 'publishable', 'portal']
/** Reads of a portal customer's own data. */
export const customerReads: readonly Caller[] = ['full', 'read', 'portal']
/** Writes of a portal customer on its own data. */
export const customerWrites: readonly Caller[] = ['full', 'portal']
/** Reads of the data on a page by anyone who has the link to the page. */
export const pageReads: readonly Caller[] = [...customerReads, 'page']
/** Writes on a page by anyone who has the link to the page. */
export const pageWrites: readonly Caller[] = [...customerWrites, 'page']
