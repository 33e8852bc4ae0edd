import { seal, unseal } from '../../../kernel/seal.ts'
import type { Quantities } from '../subscription/subscription.core.ts'
import type { BilledUsage } from './change.core.ts'

const MINUTE_MS = 60_000

/** How long a preview is honoured. */
const PREVIEW_LIFETIME_MS = 15 * MINUTE_MS

/** What was previewed, and of what: a change that carries it charges just that. */
export interface Preview {
  readonly subscriptionId: string
  /** Of the subscription: whatever changes it raises it. */
  readonly revision: number
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  readonly timing: 'now' | 'period_end'
  /** The instant for which the amounts were computed, in the customer's time. */
  readonly at: Date
  readonly total: number
  /** Usage that is billed with it, so that what is used meanwhile waits for the next invoice. */
  readonly usage: readonly BilledUsage[]
}

export const previewExpiresAt = ({ at }: Pick<Preview, 'at'>): Date =>
  new Date(at.getTime() + PREVIEW_LIFETIME_MS)

/** The preview as a word that only this installation can read or make. */
export const encodePreview = (preview: Preview, key: Uint8Array): string =>
  seal(Buffer.from(JSON.stringify(preview)), key).toString('base64url')

/** Null when it is not a word of ours. */
export function decodePreview(token: string, key: Uint8Array): Preview | null {
  try {
    const { at, ...preview } = JSON.parse(
      unseal(Buffer.from(token, 'base64url'), key).toString('utf8'),
    ) as Omit<Preview, 'at'> & { at: string }
    return { ...preview, at: new Date(at) }
  } catch {
    return null
  }
}
