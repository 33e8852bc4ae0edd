/**
 * What a model says that a page offers: names, and the words of the page that tell of prices and
 * features. It only points; what the words say is read by the same rules as everything else.
 */
export interface ModelReading {
  tiers: ModelTier[]
}

export interface ModelTier {
  name: string
  prices: string[]
  features: string[]
}

const list = (items: unknown) => ({ type: 'array', items })
const text = { type: 'string' }

/** The only form in which a model may answer. */
export const readingSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['tiers'],
  properties: {
    tiers: list({
      type: 'object',
      additionalProperties: false,
      required: ['name', 'prices', 'features'],
      properties: { name: text, prices: list(text), features: list(text) },
    }),
  },
}

const MOST = 100
const MAX_TEXT = 300

/** Takes what has the form and leaves the rest, since not every endpoint holds a model to it. */
export const parseReading = (answer: unknown): ModelReading => ({
  tiers: listOf(answer, 'tiers').flatMap((tier) => {
    const [name] = textsOf([fieldOf(tier, 'name')])
    if (!name) return []
    const prices = textsOf(listOf(tier, 'prices'))
    return [{ name, prices, features: textsOf(listOf(tier, 'features')) }]
  }),
})

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

function listOf(value: unknown, name: string): unknown[] {
  const field = fieldOf(value, name)
  return Array.isArray(field) ? field.slice(0, MOST) : []
}

const textsOf = (values: readonly unknown[]): string[] =>
  values
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.length <= MAX_TEXT)
