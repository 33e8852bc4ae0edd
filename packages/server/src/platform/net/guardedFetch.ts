import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { isPublicAddress } from './isPublicAddress.ts'
import { unpack } from './unpack.ts'
import { urlProblem } from './urlProblem.ts'

export interface GuardedRequest {
  /** If present, a POST with these bytes. If absent, a GET. */
  body?: string
  headers?: Readonly<Record<string, string>>
  /** Covers everything: resolving, connecting, redirects and the response. */
  timeoutMs: number
  /** At most this many bytes of the response are read, after decompression. */
  maxBytes: number
  /** For GET only. Each target is checked like the first URL. A POST is never redirected. */
  maxRedirects?: number
}

interface GuardedResponse {
  /** The final URL, after redirects. */
  url: string
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** The response was longer than `maxBytes`. */
  isTruncated: boolean
}

/** Calls a URL from an untrusted source. Throws only `OutboundError`. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

/** Explains why there was no response, in words that are safe to show to the author of the URL. */
export class OutboundError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
  }
}

interface GuardOptions {
  /** Also allows private addresses. Use in development only. */
  allowPrivate: boolean
  lookup?: Parameters<typeof guardedLookup>[0]
}

const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Creates the only way to make outgoing requests: http(s) to public addresses, limited in time and
 * size.
 */
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
    // The response to a POST is only inspected, and is never a reason to send it again.
    const unpacked =
      body === undefined
        ? unpack(response.body, response.headers['content-encoding'])
        : response.body
    if (!unpacked) {
      // Destroying an unread body emits an error, which is irrelevant here.
      response.body.on('error', () => {}).destroy()
      throw new OutboundError('the response has an unsupported content-encoding')
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
 * Creates an agent that keeps no connections. A kept connection that the other side has closed
 * would cause an error although the URL works. Every request also dials an address that was just
 * checked.
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
      // No lookup happens for a literal address.
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (!allowPrivate && isIP(host) && !isPublicAddress(host)) {
        callback(privateAddress(host), null)
      } else dial(options, callback)
    },
  })
}

/** Reads a body up to a size, and cuts the connection if there is more. */
async function readUpTo(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the stream and its connection.
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes }
}

/** The code of the error that refuses a private address. */
const PRIVATE_ADDRESS = 'EPRIVATEADDRESS'

/**
 * Error codes of Node.js and undici. The messages do not reveal the addresses that a name resolved
 * to.
 */
const REASONS: Readonly<Record<string, string>> = {
  [PRIVATE_ADDRESS]: 'the name resolves to a private or otherwise special address',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name cannot be resolved at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too large',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  ERR_INVALID_URL: 'a redirect does not lead to a valid URL',
}

/** Describes why a request got no response, in a sentence for the author of the URL. */
function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code, errors } = error as {
    name?: string
    code?: unknown
    errors?: readonly unknown[]
  }
  if (name === 'TimeoutError' || name === 'AbortError') {
    return `there was no complete response within ${timeoutMs / 1000} s`
  }
  const sentence = typeof code === 'string' ? REASONS[code] : undefined
  if (sentence) return sentence
  // Several addresses were tried, and each failed for a different reason.
  if (errors && errors.length > 0) return describeFailure(errors[0], timeoutMs)
  if (typeof code === 'string' && /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return 'TLS failed'
  if (typeof code === 'string' && code.startsWith('HPE_')) return 'the response is not valid HTTP'
  if (typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_PADDING)/.test(code)) {
    return 'the response does not match its content-encoding'
  }
  return 'the request failed'
}

type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The signature that `net.connect` expects: with `all` it wants a list, otherwise one address and
 * its family.
 */
type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (
    error: NodeJS.ErrnoException | null,
    address: string | LookupAddress[],
    family?: number,
  ) => void,
) => void

const privateAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} does not have a public address`), { code: PRIVATE_ADDRESS })

/**
 * Creates a lookup that returns only public addresses. Its result is the one that is dialed, so a
 * name cannot show one address to a check and another to the connection. A single private address
 * among several is refused as well, because any of them may be dialed.
 */
export const guardedLookup =
  (lookup: LookupAll): Lookup =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(privateAddress(hostname), [])
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
