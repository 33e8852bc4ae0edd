/** What a model says that a page offers. Nothing of it is believed before it was found in the page. */
export interface ModelReading {
  tiers: ModelTier[]
}

export interface ModelTier {
  name: string
  contactSales: boolean
  prices: ModelPrice[]
  features: ModelFeature[]
}

export interface ModelPrice {
  /** As printed: "29" or "1.299,00". */
  amount: string
  currency: string
  interval: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'one_time'
  /** Printed by the month, and paid by the year. */
  billedYearly: boolean
  quote: string
}

export interface ModelFeature {
  name: string
  /** A number as printed, `unlimited`, or nothing for what is simply included. */
  value: string | null
  period: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | null
  quote: string
}

const INTERVALS = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'one_time'] as const
const PERIODS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const

const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})
const list = (items: unknown) => ({ type: 'array', items })
const text = { type: 'string' }

/** The only form in which a model may answer. */
export const readingSchema = object({
  tiers: list(
    object({
      name: text,
      contactSales: { type: 'boolean' },
      prices: list(
        object({
          amount: text,
          currency: text,
          interval: { type: 'string', enum: INTERVALS },
          billedYearly: { type: 'boolean' },
          quote: text,
        }),
      ),
      features: list(
        object({
          name: text,
          value: { type: ['string', 'null'] },
          period: { type: ['string', 'null'], enum: [...PERIODS, null] },
          quote: text,
        }),
      ),
    }),
  ),
})

const MOST = 100

/** Takes what has the form and leaves the rest, since not every endpoint holds a model to it. */
export function parseReading(answer: unknown): ModelReading {
  return {
    tiers: listOf(answer, 'tiers', (tier) => {
      const name = textOf(tier, 'name')
      return (
        name && {
          name,
          contactSales: fieldOf(tier, 'contactSales') === true,
          prices: listOf(tier, 'prices', parsePrice),
          features: listOf(tier, 'features', parseFeature),
        }
      )
    }),
  }
}

function parsePrice(price: unknown): ModelPrice | null {
  const [amount, quote] = [textOf(price, 'amount'), textOf(price, 'quote')]
  const interval = INTERVALS.find((each) => each === fieldOf(price, 'interval'))
  if (!amount || !quote || !interval) return null
  const currency = (textOf(price, 'currency') ?? '').toLowerCase()
  return { amount, quote, interval, currency, billedYearly: fieldOf(price, 'billedYearly') === true }
}

function parseFeature(feature: unknown): ModelFeature | null {
  const [name, quote] = [textOf(feature, 'name'), textOf(feature, 'quote')]
  if (!name || !quote) return null
  const period = PERIODS.find((each) => each === fieldOf(feature, 'period')) ?? null
  return { name, quote, value: textOf(feature, 'value'), period }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const MAX_TEXT = 300

function textOf(value: unknown, name: string): string | null {
  const field = fieldOf(value, name)
  const told = typeof field === 'number' ? String(field) : field
  return typeof told === 'string' && told.trim() !== '' && told.length <= MAX_TEXT
    ? told.trim()
    : null
}

function listOf<T>(value: unknown, name: string, parse: (item: unknown) => T | null | ''): T[] {
  const field = fieldOf(value, name)
  if (!Array.isArray(field)) return []
  return field.slice(0, MOST).flatMap((item) => parse(item) || [])
}
