import type { Purser } from '@purser/node'
import { drawImage } from './drawImage.ts'
import type { ImageOrder } from './readOrder.ts'

type ImageResult =
  | { kind: 'made'; images: string[]; creditsDeducted: string }
  | { kind: 'denied'; reason: string; message: string }

const NOT_ENOUGH_CREDITS = 'You do not have enough image credits. Top up or choose a plan.'

/** Shows Purser's two main calls: `check` before the work and `track` after it. */
export async function makeImages(
  purser: Purser,
  customerId: string,
  { orderId, prompt, model, count }: ImageOrder,
): Promise<ImageResult> {
  const [credits, noWatermark] = await Promise.all([
    purser.check({ customerId, featureSlug: 'image-generation' }),
    purser.check({ customerId, featureSlug: 'no-watermark' }),
  ])
  if (!credits.access) {
    return {
      kind: 'denied',
      reason: credits.deniedReason ?? 'no_entitlement',
      message: NOT_ENOUGH_CREDITS,
    }
  }
  const images = Array.from({ length: count }, (_, variant) =>
    drawImage({ prompt, model, variant, hasWatermark: !noWatermark.access }),
  )
  // The catalog has the price per model. The customer gets the images only if this call succeeds.
  const { results, rejections } = await purser.track({
    customerId,
    eventName: 'image.generated',
    quantity: count,
    properties: { model },
    idempotencyKey: orderId,
  })
  const [rejection] = rejections ?? []
  if (rejection) {
    const lacksCredits = rejection.reason === 'insufficient_credits'
    return {
      kind: 'denied',
      reason: rejection.reason,
      message: lacksCredits ? NOT_ENOUGH_CREDITS : rejection.message,
    }
  }
  return { kind: 'made', images, creditsDeducted: results[0]?.creditsDeducted ?? '0' }
}
