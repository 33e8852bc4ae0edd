import { randomFillSync } from 'node:crypto'
import { systemClock } from './clock.ts'

/** The one table of id prefixes. A customer's id is the merchant's own and never minted here. */
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
  topUpAttempt: 'att',
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

/** Crockford's base 32, in lower case, as TypeID has it. */
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
 * A UUIDv7 in `bytes`. Ids made in one millisecond by one process count up, so that ids sort in
 * the order in which they were made.
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
    // Full: borrow the next millisecond rather than repeat or go back.
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

/** 128 bits as 26 letters of five bits, the first two bits of the first letter being zero. */
function encode(): string {
  let text = ''
  let held = 0
  let bits = 2
  for (let at = 0; at < 16; at += 1) {
    held = (held << 8) | (bytes[at] ?? 0)
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return text
}

/** A new opaque, time-sortable id: the kind's prefix and a UUIDv7, which is a TypeID. */
export function newId(kind: IdKind): string {
  fillUuidV7()
  return `${idPrefixes[kind]}_${encode()}`
}

/**
 * A new id of something that is a customer's. Its last eight bits are the customer's bucket, so
 * that the row is found by the id alone without asking all buckets.
 */
export function newIdInBucket(kind: IdKind, bucket: number): string {
  fillUuidV7()
  bytes[15] = bucket
  return `${idPrefixes[kind]}_${encode()}`
}

/** The bucket that an id of `newIdInBucket` lies in; null for what cannot be such an id. */
export function bucketOfId(kind: IdKind, id: string): number | null {
  const prefix = `${idPrefixes[kind]}_`
  if (!id.startsWith(prefix) || id.length !== prefix.length + LETTERS) return null
  const high = ALPHABET.indexOf(id.charAt(id.length - 2))
  const low = ALPHABET.indexOf(id.charAt(id.length - 1))
  return high < 0 || low < 0 ? null : ((high << 5) | low) & 0xff
}
