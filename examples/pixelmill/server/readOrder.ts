import { MODELS, type Model } from './drawImage.ts'

export interface ImageOrder {
  /** The browser keeps this id when it repeats a request, so that it is charged only once. */
  orderId: string
  prompt: string
  model: Model
  count: number
}

const MAX_IMAGES = 40

/** Reads an order from the body of a request. Returns null if it is invalid. */
export function readOrder(body: unknown): ImageOrder | null {
  if (typeof body !== 'object' || body === null) return null
  const { orderId, prompt, model, count } = body as Record<string, unknown>
  if (typeof orderId !== 'string' || !/^[\w-]{8,64}$/.test(orderId)) return null
  if (typeof prompt !== 'string' || prompt.trim() === '' || prompt.length > 500) return null
  const knownModel = MODELS.find((candidate) => candidate === model)
  if (!knownModel || typeof count !== 'number') return null
  if (!Number.isInteger(count) || count < 1 || count > MAX_IMAGES) return null
  return { orderId, prompt: prompt.trim(), model: knownModel, count }
}
