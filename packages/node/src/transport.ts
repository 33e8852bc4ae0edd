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
import { clientError, unexpectedAnswer } from './clientError.ts'
import { backoff, createDeadline, type Deadline, pause } from './timers.ts'

export interface RequestOptions {
  /** Sent as `Idempotency-Key`: repeated with the same key, a write happens once. Default: a new one. */
  readonly idempotencyKey?: string | undefined
  /** Milliseconds for one try. Default: that of the client. */
  readonly timeout?: number | undefined
  /** Default: that of the client. */
  readonly maxRetries?: number | undefined
  /** Ends the request, its retries and, of a list, the pages to come. */
  readonly signal?: AbortSignal | undefined
}

export interface Transport {
  /** The JSON that an operation answers. */
  json<Name extends OperationName>(
    operation: Name,
    parts: RequestParts,
    options?: RequestOptions,
  ): Promise<OperationOutput<Name>>
  /** The file that an operation answers. */
  bytes(
    operation: OperationName,
    parts: RequestParts,
    options?: RequestOptions,
  ): Promise<Uint8Array>
  /** The answer of an operation while it is still coming. */
  stream(
    operation: OperationName,
    parts: RequestParts,
    options?: RequestOptions,
  ): AsyncIterable<Uint8Array>
}

/** Writes of which nothing has to be remembered: they only read, or each event has its own key. */
export const KEYLESS: readonly OperationName[] = [
  'trackUsage',
  'check',
  'checkCustomer',
  'checkCustomerBatch',
  'previewCheckout',
  'previewSubscriptionChange',
]

const RETRIED_STATUS = [408, 429, 500, 502, 503, 504]

/** Every request can be sent again: reads change nothing, and writes carry a key. */
const isWorthRetrying = (error: unknown): error is PurserError =>
  error instanceof PurserError &&
  (error.code === 'connection_failed' ||
    error.code === 'timed_out' ||
    error.code === 'idempotency_in_progress' ||
    (error.status !== null && RETRIED_STATUS.includes(error.status)))

/**
 * Sends requests and reads the answers. The key stays in here, where nothing prints it. In the
 * background the pauses between tries do not keep the process alive.
 */
export function createTransport(connection: Connection, isBackground = false): Transport {
  const { apiKey, baseUrl } = connection
  // Called as a plain function: some runtimes refuse their own fetch as a method of something else.
  const { fetch } = connection

  async function attempt(request: Outgoing, deadline: Deadline): Promise<Response> {
    const { method, path, body, headers } = request
    const response = await reach(deadline, () =>
      fetch(baseUrl + path, {
        method,
        headers: { ...headers, 'x-api-key': apiKey },
        ...(body !== undefined && { body }),
        // Another server must not get the key.
        redirect: 'manual',
        signal: deadline.signal,
      }),
    )
    if (!response.ok) throw await deadline.race(readError(response))
    return response
  }

  /** Whatever fails on the way is a failed connection; the key is in no message. */
  async function reach<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    try {
      deadline.signal.throwIfAborted()
      return await deadline.race(work())
    } catch (error) {
      if (error instanceof PurserError) throw error
      const reason = reasonOf(error).replaceAll(apiKey, '…')
      throw clientError(
        'connection_failed',
        `Purser could not be reached at ${baseUrl} (${reason}). Check baseUrl, and that it is running.`,
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
        // Whoever stops listening closes the connection; that it was closed already is no error.
        reader?.cancel().catch(() => {})
      }
    },
  }
}

interface Outgoing extends BuiltRequest {
  readonly headers: Readonly<Record<string, string>>
}

/** The request as every try sends it: with one key, however often. */
function prepare(
  operation: OperationName,
  parts: RequestParts,
  { idempotencyKey }: RequestOptions,
): Outgoing {
  const request = buildRequest(routes[operation], parts)
  const needsKey = request.method !== 'GET' && !KEYLESS.includes(operation)
  const key = idempotencyKey ?? (needsKey ? newKey() : undefined)
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 characters of ASCII.')
  }
  return {
    ...request,
    headers: {
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && request.method !== 'GET' && { 'idempotency-key': key }),
    },
  }
}

/** Every answer is an object. */
function parse<T>(response: Response, text: string): T {
  try {
    const answer = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {}
  throw unexpectedAnswer(response)
}

/** What says most: the cause that Node hides below "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = (error ?? {}) as { cause?: unknown; message?: unknown }
  const { code, message: below } = (cause ?? {}) as { code?: unknown; message?: unknown }
  return String(below || code || message || error)
}

/** A key that nobody else makes, for writes and events that are sent again until they are answered. */
export function newKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } }
  return crypto?.randomUUID?.() ?? Array.from({ length: 4 }, randomPart).join('-')
}

/** Node 18 has no `crypto` among its globals; a key has to be unique, not secret. */
const randomPart = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(36)
    .padStart(10, '0')
