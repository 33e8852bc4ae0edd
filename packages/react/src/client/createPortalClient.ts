import {
  type BuiltRequest,
  buildRequest,
  ConnectionError,
  ForbiddenError,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type RequestParts,
  readError,
  routes,
  UnauthorizedError,
} from '@purser/contract/client'
import type { TokenSource } from './createTokenSource.ts'
import { readTokenClaims } from './readTokenClaims.ts'

interface RequestOptions {
  readonly idempotencyKey?: string | undefined
}

/** Sends requests for one customer, or for the public. */
export interface PortalClient {
  request<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options?: RequestOptions,
  ): Promise<OperationOutput<Name>>
  /** The customer of the token. */
  customerId(): Promise<string>
  /** Uses the tokens again after the client gave up, because the user explicitly retries. */
  revive(): void
}

export interface PortalClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  /** null: no customer, only public data. */
  readonly tokens: TokenSource | null
  readonly publishableKey: string | null
  /** The customer that the app expects; null accepts the customer of the token. */
  readonly customerId: string | null
}

/** The server never takes longer, so after this time the connection is dead. */
const TIMEOUT_MS = 30_000

export function createPortalClient(options: PortalClientOptions): PortalClient {
  const { tokens } = options

  const send = async (request: BuiltRequest, headers: Headers) => {
    const response = await reach(options, request, headers)
    return { response, refusal: response.status === 401 ? await readError(response) : null }
  }

  /** Replaces a refused token once. If the new one is refused too, gives up. */
  const sendAsCustomer = async (from: TokenSource, request: BuiltRequest, headers: Headers) => {
    const current = await from.get()
    headers.set('authorization', `Bearer ${current.token}`)
    const first = await send(request, headers)
    if (first.refusal === null) return first
    if (from.replace === null) {
      from.giveUp(first.refusal)
      return first
    }
    const fresh = await from.replace(current)
    headers.set('authorization', `Bearer ${fresh.token}`)
    const second = await send(request, headers)
    if (second.refusal) from.giveUp(second.refusal)
    return second
  }

  return {
    request: async <Name extends OperationName>(
      name: Name,
      input: OperationInput<Name>,
      { idempotencyKey }: RequestOptions = {},
    ) => {
      const request = buildRequest(routes[name], input as RequestParts)
      const headers = new Headers()
      if (request.body !== undefined) headers.set('content-type', 'application/json')
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
      if (tokens === null) {
        // A publishable key may only read. Everything else needs a customer.
        if (options.publishableKey === null || request.method !== 'GET') throw noCustomer()
        headers.set('x-api-key', options.publishableKey)
      }
      const { response, refusal } = tokens
        ? await sendAsCustomer(tokens, request, headers)
        : await send(request, headers)
      if (refusal) throw refusal
      if (!response.ok) throw await readError(response)
      return (await readBody(response)) as OperationOutput<Name>
    },
    customerId: async () => {
      if (tokens === null) throw noCustomer()
      const token = readTokenClaims((await tokens.get()).token)?.customerId ?? null
      const customerId = options.customerId ?? token
      if (customerId === null) throw noCustomer()
      if (token !== null && token !== customerId) throw otherCustomer(token, customerId)
      return customerId
    },
    revive: () => tokens?.revive(),
  }
}

async function reach(
  { baseUrl, fetch }: PortalClientOptions,
  { method, path, body }: BuiltRequest,
  headers: Headers,
): Promise<Response> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS)
  try {
    return await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      body: body ?? null,
      credentials: 'omit',
      signal: limit.signal,
    })
  } catch (cause) {
    throw notReached(cause, limit.signal.aborted)
  } finally {
    clearTimeout(timer)
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const isJson = response.headers.get('content-type')?.includes('json')
    return isJson ? await response.json() : new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    throw notReached(cause, false)
  }
}

const notReached = (cause: unknown, isTimeout: boolean): ConnectionError =>
  new ConnectionError({
    code: isTimeout ? 'timed_out' : 'connection_failed',
    message: isTimeout
      ? 'The billing server did not answer in time. Try again.'
      : 'The billing server could not be reached. Check the connection and try again.',
    status: null,
    requestId: null,
    cause,
  })

const noCustomer = (): UnauthorizedError =>
  new UnauthorizedError({
    code: 'unauthorized',
    message: 'This request needs the token of a customer. Pass `token` to <PurserProvider>.',
    status: null,
    requestId: null,
  })

const otherCustomer = (token: string, customerId: string): ForbiddenError =>
  new ForbiddenError({
    code: 'forbidden',
    message: `The token belongs to customer "${token}", but <PurserProvider> has customerId "${customerId}". Pass a token of that customer.`,
    status: null,
    requestId: null,
  })
