import { randomBytes } from 'node:crypto'

/** Prefixes that differ from Purser's, so that ids of the two are never confused. */
const prefixes = {
  customer: 'sbcus',
  method: 'sbpm',
  payment: 'sbpi',
  setup: 'sbsi',
  refund: 'sbre',
  dispute: 'sbdp',
  event: 'sbevt',
} as const

export const sandboxId = (kind: keyof typeof prefixes): string =>
  `${prefixes[kind]}_${randomBytes(16).toString('hex')}`
