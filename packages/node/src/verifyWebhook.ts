import type { PurserError, WebhookPayload } from '@purser/contract/client'
import { clientError } from './clientError.ts'

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookToVerify {
  /** The body as it came, to the byte: parsed and printed again it is another. */
  readonly payload: string | Uint8Array | ArrayBuffer
  /** The headers of the request, as the framework has them. */
  readonly headers: HeaderBag
  /** The endpoint's secret, `whsec_…`. */
  readonly secret: string
  /** How old a message may be, or how far in the future, so that none is played again. Default 300. */
  readonly toleranceSeconds?: number | undefined
}

/** The event of a webhook that Purser has sent, or an error with the code `invalid_signature`. */
export async function verifyWebhook({
  payload,
  headers,
  secret,
  toleranceSeconds = 300,
}: WebhookToVerify): Promise<WebhookPayload> {
  const body = textOf(payload)
  const key = await importSecret(secret)
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    throw refused(
      `its timestamp is more than ${toleranceSeconds} seconds from now: it may be an old one played again, or a clock is wrong`,
    )
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // While a secret is replaced there is a signature of each.
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : null
    // Compares in constant time.
    if (bytes && (await subtle().verify('HMAC', key, bytes, signed))) return JSON.parse(body)
  }
  throw refused(
    'its signature does not fit: check the secret, and give the body as it came, not parsed and printed again',
  )
}

const refused = (why: string): PurserError =>
  clientError('invalid_signature', `This is no message of Purser's, or not as it was sent: ${why}.`)

type Subtle = typeof globalThis.crypto.subtle
type Key = Awaited<ReturnType<Subtle['importKey']>>

function subtle(): Subtle {
  const found = (globalThis as { crypto?: { subtle?: Subtle } }).crypto?.subtle
  if (found) return found
  throw new Error(
    "This runtime has no Web Crypto. Run Node 20 or newer, or put this first on Node 18: globalThis.crypto = (await import('node:crypto')).webcrypto",
  )
}

function importSecret(secret: string): Promise<Key> {
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : null
  if (!bytes || bytes.length === 0) {
    throw new TypeError("secret must be the endpoint's secret, whsec_… with base64 after it.")
  }
  return subtle().importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function readHeader(headers: HeaderBag, name: string): string {
  const value =
    typeof headers?.get === 'function'
      ? headers.get(name)
      : Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value[0] : value
  if (typeof text === 'string' && text !== '') return text
  throw refused(`the header ${name} is missing`)
}

/** Bytes that are no UTF-8 become others, and then the signature does not fit, as it should. */
function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload
  if (payload instanceof Uint8Array || payload instanceof ArrayBuffer) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload)
  }
  throw new TypeError(
    'payload must be the body as it came: text or bytes, not the object that was parsed from it.',
  )
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
