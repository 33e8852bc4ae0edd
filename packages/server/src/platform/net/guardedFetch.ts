import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { guardedLookup, PRIVATE_ADDRESS, privateAddress } from './guardedLookup.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import { unpack } from './unpack.ts'
import { urlProblem } from './urlProblem.ts'

export interface GuardedRequest {
  /** Present: a POST of these bytes; absent: a GET. */
  body?: string
  headers?: Readonly<Record<string, string>>
  /** For everything together: resolving, connecting, redirects and the answer. */
  timeoutMs: number
  /** No more than this of the answer is read, unpacked where it came packed. */
  maxBytes: number
  /** Of a GET; each target is checked like the first one. A POST is never sent elsewhere. */
  maxRedirects?: number
}

interface GuardedResponse {
  /** Where the answer came from. */
  url: string
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** There was more than `maxBytes`. */
  isTruncated: boolean
}

/** Calls a URL that somebody else chose. Fails with `OutboundError` and nothing else. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

/** Why there was no answer, in words that may be shown to whoever chose the URL. */
export class OutboundError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
  }
}

interface GuardOptions {
  /** For development: private addresses may be called too. */
  allowPrivate: boolean
  lookup?: Parameters<typeof guardedLookup>[0]
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** The one way out: http(s) to public addresses, within bounds of time and size. */
export function createGuardedFetch({
  allowPrivate,
  lookup = systemLookup,
}: GuardOptions): GuardedFetch {
  const dispatcher = createAgent(allowPrivate, lookup)

  const fetchOnce = async (
    url: URL,
    { body, headers, maxBytes }: GuardedRequest,
    signal: AbortSignal,
  ): Promise<GuardedResponse> => {
    const problem = urlProblem(url, { allowPrivate })
    if (problem) throw new OutboundError(`the URL ${problem}`)
    const response = await request(url, {
      dispatcher,
      signal,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers },
      body: body ?? null,
    })
    // What answers a POST is only looked at, and never a reason to send it again.
    const unpacked =
      body === undefined
        ? unpack(response.body, response.headers['content-encoding'])
        : response.body
    if (!unpacked) {
      // Its own complaint that nobody read it is not ours.
      response.body.on('error', () => {}).destroy()
      throw new OutboundError('the answer is packed in a way that we cannot unpack')
    }
    return {
      url: url.href,
      status: response.statusCode,
      headers: response.headers,
      ...(await readUpTo(unpacked, maxBytes)),
    }
  }

  return async (start, options) => {
    const signal = AbortSignal.timeout(options.timeoutMs)
    try {
      let url = new URL(start)
      const allowed = options.body === undefined ? (options.maxRedirects ?? 0) : 0
      for (let followed = 0; ; followed += 1) {
        const response = await fetchOnce(url, options, signal)
        const { location } = response.headers
        const isRedirect = REDIRECTS.includes(response.status) && typeof location === 'string'
        if (!isRedirect || allowed === 0) return response
        if (followed === allowed) throw new OutboundError('there were too many redirects')
        url = new URL(location, url)
      }
    } catch (error) {
      if (error instanceof OutboundError) throw error
      throw new OutboundError(describeFailure(error, options.timeoutMs), error)
    }
  }
}

/**
 * No connection is kept for the next request: one that the other side has meanwhile closed would be
 * an error that is not theirs, and every request then dials an address that was just checked.
 */
function createAgent(allowPrivate: boolean, lookup: NonNullable<GuardOptions['lookup']>): Agent {
  const dial = buildConnector({
    allowH2: false,
    lookup: (allowPrivate ? lookup : guardedLookup(lookup)) as never,
  })
  return new Agent({
    allowH2: false,
    pipelining: 0,
    connect: (options, callback) => {
      // No lookup is made for a literal address.
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (!allowPrivate && isIP(host) && !isPublicAddress(host)) {
        callback(privateAddress(host), null)
      } else dial(options, callback)
    },
  })
}

/** Reads a body up to a size, and cuts the connection where there is more. */
async function readUpTo(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the stream, and its connection with it.
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes }
}

/** By the codes of Node and of undici. Addresses that a name resolved to are not given away. */
const REASONS: Readonly<Record<string, string>> = {
  [PRIVATE_ADDRESS]: 'the name resolves to a private or otherwise special address',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name could not be resolved for now',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  ERR_INVALID_URL: 'a redirect led to something that is not a URL',
}

/** Why a request got no answer, in a sentence for whoever chose the URL. */
function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code, errors } = error as {
    name?: string
    code?: unknown
    errors?: readonly unknown[]
  }
  if (name === 'TimeoutError' || name === 'AbortError') {
    return `there was no whole answer within ${timeoutMs / 1000} s`
  }
  const known = typeof code === 'string' ? REASONS[code] : undefined
  if (known) return known
  // Several addresses were tried, and each failed for a reason of its own.
  if (errors && errors.length > 0) return describeFailure(errors[0], timeoutMs)
  if (typeof code === 'string' && /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return 'TLS failed'
  if (typeof code === 'string' && code.startsWith('HPE_')) return 'the answer is not valid HTTP'
  if (typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_PADDING)/.test(code)) {
    return 'the answer is not packed as it says'
  }
  return 'the request failed'
}
