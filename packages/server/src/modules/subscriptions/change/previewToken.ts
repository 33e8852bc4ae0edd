import { seal, unseal } from '../../../kernel/seal.ts'
import type { Quantities } from '../subscription/subscription.core.ts'
import type { BilledUsage } from './change.core.ts'

const PREVIEW_LIFETIME_MS = 15 * 60 * 1000

/**
 * The content of a preview token. A change that carries the token charges exactly these amounts.
 */
export interface Preview {
  readonly subscriptionId: string
  /** The subscription's revision, which every change increases. */
  readonly revision: number
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Quantities
  readonly timing: 'now' | 'period_end'
  /** The instant for which the amounts were computed, in the customer's time. */
  readonly at: Date
  readonly total: number
  /** Usage that the change bills. Later usage waits for the next invoice. */
  readonly usage: readonly BilledUsage[]
}

export const previewExpiresAt = ({ at }: Pick<Preview, 'at'>): Date =>
  new Date(at.getTime() + PREVIEW_LIFETIME_MS)

/** Encodes a preview as a token that only this installation can read or create. */
export const encodePreviewToken = (preview: Preview, key: Uint8Array): string =>
  seal(Buffer.from(JSON.stringify(preview)), key).toString('base64url')

/** Returns null if this installation did not issue the token. */
export function decodePreviewToken(token: string, key: Uint8Array): Preview | null {
  try {
    const { at, ...preview } = JSON.parse(
      unseal(Buffer.from(token, 'base64url'), key).toString('utf8'),
    ) as Omit<Preview, 'at'> & { at: string }
    return { ...preview, at: new Date(at) }
  } catch {
    return null
  }
}
