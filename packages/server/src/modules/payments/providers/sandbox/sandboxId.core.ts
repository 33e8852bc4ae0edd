import { randomBytes } from 'node:crypto'

/** The provider's own kinds of id, so that none is taken for one of Purser's. */
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
