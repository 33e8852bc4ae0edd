import type { PurserError, WebhookPayload } from '@purser/contract/client'
import { clientError } from './clientError.ts'

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookToVerify {
  /** The exact bytes of the body. Parsing and serializing it again would change them. */
  readonly payload: string | Uint8Array | ArrayBuffer
  /** The headers of the request, in any framework's form. */
  readonly headers: HeaderBag
  /** The endpoint's secret, `whsec_…`. */
  readonly secret: string
  /** Maximum distance of the timestamp from now, in seconds. Prevents replays. Default 300. */
  readonly toleranceSeconds?: number | undefined
}

/**
 * Verifies a webhook and returns its event. Throws an error with the code `invalid_signature` if
 * the webhook is not from Purser.
 */
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
    throw invalidSignature(
      `its timestamp is more than ${toleranceSeconds} seconds from now. It may be a replay, or a clock is wrong`,
    )
  }
  const message = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // During a rotation, each secret has a signature.
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : null
    // Compares in constant time.
    if (bytes && (await subtle().verify('HMAC', key, bytes, message))) return JSON.parse(body)
  }
  throw invalidSignature(
    'its signature does not match. Check the secret, and pass the raw body as it was received, not parsed and serialized again',
  )
}

const invalidSignature = (why: string): PurserError =>
  clientError('invalid_signature', `The webhook could not be verified: ${why}.`)

type Subtle = typeof globalThis.crypto.subtle
type Key = Awaited<ReturnType<Subtle['importKey']>>

function subtle(): Subtle {
  const webCrypto = (globalThis as { crypto?: { subtle?: Subtle } }).crypto?.subtle
  if (webCrypto) return webCrypto
  throw new Error(
    "This runtime has no Web Crypto. Run Node 20 or newer. On Node 18, run this line first: globalThis.crypto = (await import('node:crypto')).webcrypto",
  )
}

function importSecret(secret: string): Promise<Key> {
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : null
  if (!bytes || bytes.length === 0) {
    throw new TypeError("secret must be the endpoint's secret: whsec_ followed by base64.")
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
  throw invalidSignature(`the header ${name} is missing`)
}

/** Replaces invalid UTF-8, so that the signature of such a body does not match. */
function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload
  if (payload instanceof Uint8Array || payload instanceof ArrayBuffer) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload)
  }
  throw new TypeError('payload must be the raw body: a string or bytes, not the parsed object.')
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
