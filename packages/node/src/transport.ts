import {
  type BuiltRequest,
  buildRequest,
  type OperationName,
  type OperationOutput,
  PurserError,
  type RequestParts,
  readError,
  routes,
} from '@purser/contract/client'
import { type Connection, checkWhole } from './checkOptions.ts'
import { clientError, unexpectedAnswerError } from './clientError.ts'
import { backoff, createDeadline, type Deadline, pause } from './timers.ts'

export interface RequestOptions {
  /**
   * Sent as `Idempotency-Key`. A write that is repeated with the same key happens once. Default: a
   * new key.
   */
  readonly idempotencyKey?: string | undefined
  /** Milliseconds per attempt. Default: the client's timeout. */
  readonly timeout?: number | undefined
  /** Default: the client's maximum. */
  readonly maxRetries?: number | undefined
  /** Ends the request, its retries and, for a list, all further pages. */
  readonly signal?: AbortSignal | undefined
}

export interface Transport {
  /** Returns the JSON answer of an operation. */
  json<Name extends OperationName>(
    operation: Name,
    parts: RequestParts,
    options?: RequestOptions,
  ): Promise<OperationOutput<Name>>
  /** Returns the file that an operation produces. */
  bytes(
    operation: OperationName,
    parts: RequestParts,
    options?: RequestOptions,
  ): Promise<Uint8Array>
  /** Yields the answer of an operation as it arrives. */
  stream(
    operation: OperationName,
    parts: RequestParts,
    options?: RequestOptions,
  ): AsyncIterable<Uint8Array>
}

/** Operations that need no key: they only read, or each event has its own key. */
export const KEYLESS_OPERATIONS: readonly OperationName[] = [
  'trackUsage',
  'check',
  'checkCustomer',
  'checkCustomerBatch',
  'previewCheckout',
  'previewSubscriptionChange',
]

const RETRIED_STATUS = [408, 429, 500, 502, 503, 504]

/** Every request can be retried: reads change nothing, and writes have a key. */
const isWorthRetrying = (error: unknown): error is PurserError =>
  error instanceof PurserError &&
  (error.code === 'connection_failed' ||
    error.code === 'timed_out' ||
    error.code === 'idempotency_in_progress' ||
    (error.status !== null && RETRIED_STATUS.includes(error.status)))

/**
 * Sends requests and reads the answers. The API key stays in this closure, so that printing a
 * client never shows it. In the background, pauses between attempts do not keep the process alive.
 */
export function createTransport(connection: Connection, isBackground = false): Transport {
  const { apiKey, baseUrl } = connection
  // Called as a plain function, because some runtimes refuse to run their fetch as a method of
  // another object.
  const { fetch } = connection

  async function attempt(request: Outgoing, deadline: Deadline): Promise<Response> {
    const { method, path, body, headers } = request
    const response = await reach(deadline, () =>
      fetch(baseUrl + path, {
        method,
        headers: { ...headers, 'x-api-key': apiKey },
        ...(body !== undefined && { body }),
        // The key must not reach another server.
        redirect: 'manual',
        signal: deadline.signal,
      }),
    )
    if (!response.ok) throw await deadline.race(readError(response))
    return response
  }

  /** Reports any failure of the work as a failed connection. No message contains the key. */
  async function reach<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    try {
      deadline.signal.throwIfAborted()
      return await deadline.race(work())
    } catch (error) {
      if (error instanceof PurserError) throw error
      const reason = reasonOf(error).replaceAll(apiKey, '…')
      throw clientError(
        'connection_failed',
        `Purser could not be reached at ${baseUrl} (${reason}). Check baseUrl, and check that Purser is running.`,
      )
    }
  }

  async function send<T>(
    request: Outgoing,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal } = options
    const timeout = timeoutOf(options)
    const maxRetries = checkWhole('maxRetries', options.maxRetries ?? connection.maxRetries, 0)
    for (let tries = 0; ; tries += 1) {
      const deadline = createDeadline(timeout, signal)
      try {
        const response = await attempt(request, deadline)
        return await reach(deadline, () => read(response))
      } catch (error) {
        if (tries >= maxRetries || !isWorthRetrying(error)) throw error
        deadline.dispose()
        await pause(backoff(tries, error.retryAfterSeconds), { signal, isBackground })
      } finally {
        deadline.dispose()
      }
    }
  }

  const timeoutOf = ({ timeout }: RequestOptions): number =>
    checkWhole('timeout', timeout ?? connection.timeout, 1)

  return {
    json: async (operation, parts, options = {}) =>
      send(prepare(operation, parts, options), options, async (response) =>
        parse(response, await response.text()),
      ),
    bytes: async (operation, parts, options = {}) =>
      send(
        prepare(operation, parts, options),
        options,
        async (response) => new Uint8Array(await response.arrayBuffer()),
      ),
    async *stream(operation, parts, options = {}) {
      const request = prepare(operation, parts, options)
      const deadline = createDeadline(timeoutOf(options), options.signal)
      let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
      try {
        const response = await attempt(request, deadline)
        deadline.stopClock()
        reader = response.body?.getReader()
        for (;;) {
          const chunk = await reach(deadline, async () => reader?.read())
          if (!chunk || chunk.done) return
          yield chunk.value
        }
      } finally {
        deadline.dispose()
        // Ending the loop closes the connection. The connection may already be closed.
        reader?.cancel().catch(() => {})
      }
    },
  }
}

interface Outgoing extends BuiltRequest {
  readonly headers: Readonly<Record<string, string>>
}

/** Builds the request that every attempt sends, with one key. */
function prepare(
  operation: OperationName,
  parts: RequestParts,
  { idempotencyKey }: RequestOptions,
): Outgoing {
  const request = buildRequest(routes[operation], parts)
  const needsKey = request.method !== 'GET' && !KEYLESS_OPERATIONS.includes(operation)
  const key = idempotencyKey ?? (needsKey ? newKey() : undefined)
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters.')
  }
  return {
    ...request,
    headers: {
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && request.method !== 'GET' && { 'idempotency-key': key }),
    },
  }
}

function parse<T>(response: Response, text: string): T {
  try {
    const answer = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {}
  throw unexpectedAnswerError(response)
}

/** Returns the most specific reason. Node hides the cause below "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = (error ?? {}) as { cause?: unknown; message?: unknown }
  const { code, message: below } = (cause ?? {}) as { code?: unknown; message?: unknown }
  return String(below || code || message || error)
}

/** Returns a unique key for writes and events that are retried until they are answered. */
export function newKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } }
  return crypto?.randomUUID?.() ?? Array.from({ length: 4 }, randomPart).join('-')
}

/** Node 18 has no global `crypto`. The key must be unique, not secret. */
const randomPart = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(36)
    .padStart(10, '0')
