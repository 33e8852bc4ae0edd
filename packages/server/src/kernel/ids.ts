import { randomFillSync } from 'node:crypto'
import { systemClock } from './clock.ts'

/** Lists all id prefixes. Customer ids come from the merchant and are never generated here. */
export const idPrefixes = {
  organization: 'org',
  environment: 'env',
  apiKey: 'key',
  product: 'prod',
  tier: 'tier',
  plan: 'plan',
  charge: 'chg',
  feature: 'feat',
  metric: 'met',
  creditCurrency: 'cur',
  creditPackage: 'pkg',
  coupon: 'cpn',
  subscription: 'sub',
  creditAccount: 'wal',
  creditGrant: 'grt',
  ledgerEntry: 'led',
  reservation: 'res',
  usageEvent: 'evt',
  paymentMethod: 'pm',
  paymentSetup: 'setup',
  payment: 'pay',
  refund: 'ref',
  dispute: 'dsp',
  paymentAttempt: 'att',
  invoice: 'inv',
  invoiceLine: 'line',
  creditNote: 'cn',
  taxRate: 'txr',
  subscriptionChange: 'chn',
  planMigration: 'mig',
  checkoutSession: 'chk',
  testClock: 'clk',
  webhookEndpoint: 'whe',
  webhookMessage: 'msg',
  webhookDelivery: 'dlv',
  onboardingRun: 'run',
} as const

export type IdKind = keyof typeof idPrefixes

/** Crockford's base 32 in lower case, as TypeID specifies it. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LETTERS = 26

const RANDOM_BYTES = 4096
const random = new Uint8Array(RANDOM_BYTES)
let used = RANDOM_BYTES

const bytes = new Uint8Array(16)
const view = new DataView(bytes.buffer)
let lastMillis = 0
let counter = 0

/**
 * Writes a UUIDv7 into `bytes`. Ids that one process creates within a millisecond count up, so that
 * ids sort in creation order.
 */
function fillUuidV7(): void {
  if (used + 10 > RANDOM_BYTES) {
    randomFillSync(random)
    used = 0
  }
  const millis = systemClock.now().getTime()
  if (millis > lastMillis) {
    lastMillis = millis
    counter = (((random[used] ?? 0) << 8) | (random[used + 1] ?? 0)) & 0x7ff
  } else {
    counter += 1
    // The counter is full. Borrow the next millisecond rather than repeat an id or go back in time.
    if (counter > 0xfff) {
      lastMillis += 1
      counter = 0
    }
  }
  view.setUint16(0, Math.floor(lastMillis / 2 ** 32))
  view.setUint32(2, lastMillis >>> 0)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  for (let at = 8; at < 16; at += 1) bytes[at] = random[used + at - 6] ?? 0
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  used += 10
}

/**
 * Encodes 128 bits as 26 characters of five bits each. The first two bits of the first character
 * are zero.
 */
function encode(): string {
  let text = ''
  let buffer = 0
  let bits = 2
  for (let at = 0; at < 16; at += 1) {
    buffer = (buffer << 8) | (bytes[at] ?? 0)
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(buffer >> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  return text
}

/**
 * Creates an opaque, time-sortable id: the kind's prefix and a UUIDv7, which together form a
 * TypeID.
 */
export function newId(kind: IdKind): string {
  fillUuidV7()
  return `${idPrefixes[kind]}_${encode()}`
}

/**
 * Creates an id for an object that belongs to a customer. Its last eight bits are the customer's
 * bucket, so that a row is found by its id alone without searching all buckets.
 */
export function newIdInBucket(kind: IdKind, bucket: number): string {
  fillUuidV7()
  bytes[15] = bucket
  return `${idPrefixes[kind]}_${encode()}`
}

/** Reads the bucket from an id that `newIdInBucket` created. Returns null for any other string. */
export function bucketOfId(kind: IdKind, id: string): number | null {
  const prefix = `${idPrefixes[kind]}_`
  if (!id.startsWith(prefix) || id.length !== prefix.length + LETTERS) return null
  const high = ALPHABET.indexOf(id.charAt(id.length - 2))
  const low = ALPHABET.indexOf(id.charAt(id.length - 1))
  return high < 0 || low < 0 ? null : ((high << 5) | low) & 0xff
}
