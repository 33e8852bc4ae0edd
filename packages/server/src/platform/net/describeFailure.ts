import { PRIVATE_ADDRESS } from './guardedLookup.ts'

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
export function describeFailure(error: unknown, timeoutMs: number): string {
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
