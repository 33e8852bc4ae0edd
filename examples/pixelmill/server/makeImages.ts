import type { Purser } from '@purser/node'
import { drawImage } from './drawImage.ts'
import type { ImageOrder } from './readOrder.ts'

export type MadeImages =
  | { kind: 'made'; images: string[]; creditsDeducted: string }
  | { kind: 'denied'; reason: string; message: string }

const DENIED = 'You do not have enough image credits for this. Top up or choose a plan.'

/** The two verbs: may this customer do this, and then: this happened. */
export async function makeImages(
  purser: Purser,
  customerId: string,
  { orderId, prompt, model, count }: ImageOrder,
): Promise<MadeImages> {
  const [credits, noWatermark] = await Promise.all([
    purser.check({ customerId, featureSlug: 'image-generation' }),
    purser.check({ customerId, featureSlug: 'no-watermark' }),
  ])
  if (!credits.access) {
    return { kind: 'denied', reason: credits.deniedReason ?? 'no_entitlement', message: DENIED }
  }
  const images = Array.from({ length: count }, (_, variant) =>
    drawImage({ prompt, model, variant, isMarked: !noWatermark.access }),
  )
  // Its price is in the catalog, by the model. Nothing is handed out that was not paid for.
  const { results, rejections } = await purser.track({
    customerId,
    eventName: 'image.generated',
    quantity: count,
    properties: { model },
    idempotencyKey: orderId,
  })
  const [rejection] = rejections ?? []
  if (rejection) {
    const isShort = rejection.reason === 'insufficient_credits'
    return {
      kind: 'denied',
      reason: rejection.reason,
      message: isShort ? DENIED : rejection.message,
    }
  }
  return { kind: 'made', images, creditsDeducted: results[0]?.creditsDeducted ?? '0' }
}
