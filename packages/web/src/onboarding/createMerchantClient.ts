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

/** Calls the server with the merchant's key. */
export interface MerchantClient {
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<OperationOutput<Name>>
  stream<Name extends 'streamOnboarding' | 'followOnboarding'>(
    name: Name,
    input: OperationInput<Name>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>
}

/** Longer than any response of the server takes. Streams have no timeout. */
const TIMEOUT_MS = 30_000

export function createMerchantClient(key: string, onKeyRejected: () => void): MerchantClient {
  const send = async (request: BuiltRequest, signal: AbortSignal): Promise<Response> => {
    const response = await fetchWithKey(key, request, signal)
    if (response.status === 401) onKeyRejected()
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
      if (body === null) throw connectionFailed(null)
      // Not every browser can iterate over a stream.
      const reader = body.getReader()
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          yield value
        }
      } finally {
        // Ends the request if the caller stops reading. Canceling a broken stream fails.
        await reader.cancel().catch(() => {})
      }
    },
  }
}

async function fetchWithKey(
  key: string,
  { method, path, body }: BuiltRequest,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ 'x-api-key': key })
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(pageBase + path, { method, headers, body: body ?? null, signal })
  } catch (cause) {
    throw connectionFailed(cause)
  }
}

const connectionFailed = (cause: unknown): ConnectionError =>
  new ConnectionError({
    code: 'connection_failed',
    message: 'The server could not be reached. Check your connection and try again.',
    status: null,
    requestId: null,
    cause,
  })
