import { MODELS, type Model } from './drawImage.ts'

/** What a customer asks to be drawn. */
export interface ImageOrder {
  /** Made by the browser for this click, so that a repeated request draws and costs once. */
  orderId: string
  prompt: string
  model: Model
  count: number
}

const MOST_IMAGES = 40

/** The order in a request's body, or null when it is none. */
export function readOrder(body: unknown): ImageOrder | null {
  if (typeof body !== 'object' || body === null) return null
  const { orderId, prompt, model, count } = body as Record<string, unknown>
  if (typeof orderId !== 'string' || !/^[\w-]{8,64}$/.test(orderId)) return null
  if (typeof prompt !== 'string' || prompt.trim() === '' || prompt.length > 500) return null
  const known = MODELS.find((candidate) => candidate === model)
  if (!known || typeof count !== 'number') return null
  if (!Number.isInteger(count) || count < 1 || count > MOST_IMAGES) return null
  return { orderId, prompt: prompt.trim(), model: known, count }
}
