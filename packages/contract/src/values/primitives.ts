import { z } from 'zod'
import { isCurrency } from './currencies.ts'
import { plainDecimal } from './plainDecimal.ts'

/** Maximum length of a string unless a field sets another. */
export const MAX_STRING = 2_000
export const MAX_METADATA_KEYS = 50
export const MAX_METADATA_BYTES = 16 * 1024
export const MAX_METADATA_DEPTH = 20
export const MAX_PAGE_SIZE = 100
export const DEFAULT_PAGE_SIZE = 20

const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export const text = (max = MAX_STRING) =>
  z
    .string()
    .max(max)
    .refine(storable, { error: 'must not contain NUL or unpaired surrogate characters' })

/** A short name that is not blank. */
export const name = text(200).refine((value) => value.trim() !== '', { error: 'must not be blank' })

export const id = text(255).min(1).meta({ description: 'Opaque identifier.' })

/** Accepted wherever a catalog object is named by id or slug. */
export const idOrSlug = text(255).min(1).meta({ description: 'An id or a slug.' })

export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/, {
    error: 'must be 1 to 100 of a-z, 0-9, - and _, starting and ending with a letter or digit',
  })
  .meta({ description: 'Stable key of a catalog object, unique per environment and kind.' })

/** The merchant's id of a customer. Purser never generates it. */
export const customerId = text(255)
  .min(1)
  .meta({ description: "The merchant's user or organization id." })

const FIRST_INSTANT = Date.UTC(1970, 0, 1)
const LAST_INSTANT = Date.UTC(9999, 11, 31)

/** A time in a request, with any UTC offset. */
export const timestampInput = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z' })
  .refine((value) => Date.parse(value) >= FIRST_INSTANT && Date.parse(value) <= LAST_INSTANT, {
    error: 'must be between the years 1970 and 9999',
  })

/** A time in a response, in UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'UTC, ISO 8601 with milliseconds.' })

export const currency = z
  .string()
  .regex(/^[a-z]{3}$/, { error: 'must be a lowercase ISO 4217 code such as usd' })
  .refine((code) => !/^[a-z]{3}$/.test(code) || isCurrency(code), {
    error: ({ input }) => `"${input}" is not an ISO 4217 currency`,
  })
  .meta({ description: 'Lowercase ISO 4217 code.' })

export const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'must be an IANA time zone such as Europe/Berlin' })
  .meta({ description: 'IANA time zone, such as Europe/Berlin.' })

/** Checks for an IANA time zone. Offsets such as +02:00 are not zones. */
function isTimezone(name: string): boolean {
  // Zones begin with a letter, offsets with a sign.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const httpUrl = text().refine(isHttpUrl, {
  error: 'must be an http or https URL without credentials',
})

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * Returns the reason why an object cannot be stored as metadata, or null. Iterative, so that deep
 * nesting cannot overflow the stack.
 */
function metadataProblem(root: Record<string, unknown>): string | null {
  if (Object.keys(root).length > MAX_METADATA_KEYS)
    return `must have at most ${MAX_METADATA_KEYS} keys`
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next
    if (depth > MAX_METADATA_DEPTH) return `must be at most ${MAX_METADATA_DEPTH} levels deep`
    if (typeof value === 'string' && !storable(value)) {
      return 'must not contain NUL or unpaired surrogate characters'
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (!storable(key)) return 'must not contain NUL or unpaired surrogate characters'
      pending.push({ value: child, depth: depth + 1 })
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(root)).length
  return bytes > MAX_METADATA_BYTES ? `must be at most ${MAX_METADATA_BYTES} bytes of JSON` : null
}

/**
 * A free-form JSON object: metadata of a resource, properties of an event or the appearance of a
 * brand.
 */
export const jsonObject = z
  .custom<{ [key: string]: Json }>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: 'must be an object' },
  )
  .superRefine((value, context) => {
    const problem = metadataProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({ type: 'object', additionalProperties: true })

/** Maximum decimals of credits and unit prices below the minor unit. */
export const MAX_DECIMALS = 9
/**
 * Maximum digits before the decimal point. Within this limit, every whole amount is an exact JSON
 * number.
 */
export const MAX_WHOLE_DIGITS = 15

/** Longer than any valid decimal, and short enough that no pattern is slow on it. */
const MAX_DECIMAL_TEXT = 40

const decimalText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const fits = (value: string) => {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  return whole.length <= MAX_WHOLE_DIGITS && fraction.replace(/0+$/, '').length <= MAX_DECIMALS
}

const tidy = (value: string) => {
  const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value
  return trimmed === '-0' ? '0' : trimmed
}

/** A decimal in a response, in its shortest form. */
export const decimalString = z
  .string()
  .regex(decimalText)
  .meta({ examples: ['0.0015'] })

/**
 * A price or rate below the minor unit: a decimal string (`"0.0015"`) or a number, with at most
 * nine decimals and never negative. The result is the shortest decimal string, so equal prices
 * compare as equal.
 */
export const unitPrice = z
  .union([z.string().max(MAX_DECIMAL_TEXT), z.number()], {
    error: 'must be a decimal string or a number',
  })
  .transform((value) => (typeof value === 'number' ? plainDecimal(value) : value))
  .refine((value) => decimalText.test(value), { error: 'must be a decimal such as "0.0015"' })
  .refine((value) => !decimalText.test(value) || fits(value), {
    error: `must have at most ${MAX_DECIMALS} decimals and ${MAX_WHOLE_DIGITS} digits before them`,
  })
  .refine((value) => !value.startsWith('-') || tidy(value) === '0', {
    error: 'must not be negative',
  })
  .transform(tidy)
  .meta({ examples: ['0.0015'] })

/** A number of credits or units with at most nine decimals. */
export const quantity = z.number().refine((value) => fits(plainDecimal(value)), {
  error: `must have at most ${MAX_DECIMALS} decimals and ${MAX_WHOLE_DIGITS} digits before them`,
})

export const positiveQuantity = quantity.refine((value) => value > 0, {
  error: 'must be greater than zero',
})

/** The order in which grants are spent. */
export const grantPriority = z
  .int()
  .min(0)
  .max(1_000)
  .meta({ description: 'Lower numbers are spent first.' })

export const nonNegativeQuantity = quantity.refine((value) => value >= 0, {
  error: 'must not be negative',
})

const WHOLE_MONEY =
  'must be a whole number of minor units (cents), since that is what can be charged'
// Short enough to convert to a number without loss.
const wholeText = /^-?\d{1,15}(?:\.0{1,9})?$/

/** Money to charge, in whole minor units. Accepts `"2000"` as well as `2000`. */
export const money = z
  .union([z.number(), z.string().regex(wholeText).transform(Number)], { error: WHOLE_MONEY })
  .refine((value) => Number.isInteger(value), { error: WHOLE_MONEY })
  .refine((value) => value >= 0, { error: 'must not be negative' })
  .refine((value) => Math.abs(value) < 10 ** MAX_WHOLE_DIGITS, {
    error: `must have at most ${MAX_WHOLE_DIGITS} digits`,
  })
  .meta({ examples: [2000] })

/** Money in a response, in minor units of its currency. */
export const moneyAmount = z.number().meta({ description: 'Minor units of the currency.' })

/** A boolean query parameter. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')

/** Query parameters of every list. A larger limit is reduced, not refused. */
export const pageQuery = {
  limit: z.coerce
    .number<number | string>({ error: 'must be a whole number from 1 up' })
    .int()
    .min(1)
    .transform((value) => Math.min(value, MAX_PAGE_SIZE))
    .optional()
    .meta({
      description: `Default ${DEFAULT_PAGE_SIZE}, at most ${MAX_PAGE_SIZE}; a larger value is reduced to that.`,
    }),
  cursor: text(1_000).optional().meta({ description: '`nextCursor` of the previous page.' }),
}

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() })

/** Maximum length of an `Idempotency-Key` header and of an event's `idempotencyKey`. */
export const MAX_IDEMPOTENCY_KEY = 255
