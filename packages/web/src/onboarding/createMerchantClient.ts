import {
  type BuiltRequest,
  buildRequest,
  ConnectionError,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type RequestParts,
  readError,
  routes,
} from '@purser/contract/client'
import { pageBase } from '../page/pageAddress.ts'

/** Speaks to the server with the merchant's own key. */
export interface MerchantClient {
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<OperationOutput<Name>>
  /** The bytes of a stream, as they come. */
  stream<Name extends 'streamOnboarding' | 'followOnboarding'>(
    name: Name,
    input: OperationInput<Name>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>
}

/** Longer than the server takes for any answer; a stream may take longer. */
const TIMEOUT_MS = 30_000

export function createMerchantClient(key: string, onRefused: () => void): MerchantClient {
  const send = async (request: BuiltRequest, signal: AbortSignal): Promise<Response> => {
    const response = await reach(key, request, signal)
    if (response.status === 401) onRefused()
    if (!response.ok) throw await readError(response)
    return response
  }
  return {
    call: async <Name extends OperationName>(name: Name, input: OperationInput<Name>) => {
      const request = buildRequest(routes[name], input as RequestParts)
      const response = await send(request, AbortSignal.timeout(TIMEOUT_MS))
      return (await response.json()) as OperationOutput<Name>
    },
    async *stream(name, input, signal) {
      const { body } = await send(buildRequest(routes[name], input as RequestParts), signal)
      if (body === null) throw notReached(null)
      // Not every browser can iterate over a stream by itself.
      const reader = body.getReader()
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          yield value
        }
      } finally {
        // Whoever stops reading wants no more of it; a stream that broke has nothing to cancel.
        await reader.cancel().catch(() => {})
      }
    },
  }
}

async function reach(
  key: string,
  { method, path, body }: BuiltRequest,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ 'x-api-key': key })
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(pageBase + path, { method, headers, body: body ?? null, signal })
  } catch (cause) {
    throw notReached(cause)
  }
}

const notReached = (cause: unknown): ConnectionError =>
  new ConnectionError({
    code: 'connection_failed',
    message: 'The server could not be reached. Check your connection and try again.',
    status: null,
    requestId: null,
    cause,
  })
