import type { JsonSchema, OpenApiDocument } from '@purser/contract'

export interface ExampleOptions {
  document: OpenApiDocument
  /** An example request shows the usual fields; an example response shows every field. */
  direction: 'request' | 'response'
}

interface FieldContext extends ExampleOptions {
  /** The name of the field to fill. */
  field: string
  /** The name of the component that contains the field. */
  owner: string
  /** The components that are being filled, so that a recursive component ends. */
  within: readonly string[]
}

/** An example request with fewer required fields than this also shows some optional ones. */
const SHOWN_FIELDS = 3

export const resolveSchema = (document: OpenApiDocument, schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined
    ? schema
    : (document.components.schemas[componentName(schema.$ref)] ?? {})

export const componentName = (reference: string): string => reference.split('/').at(-1) ?? ''

/** Builds a plausible value for a schema. */
export const exampleOf = (
  schema: JsonSchema,
  options: ExampleOptions,
  at: { field?: string; owner?: string } = {},
): unknown => fill(schema, { ...options, field: '', owner: '', within: [], ...at })

function fill(schema: JsonSchema, context: FieldContext): unknown {
  if (schema.$ref !== undefined) {
    const owner = componentName(schema.$ref)
    if (context.within.includes(owner)) return null
    const within = [...context.within, owner]
    return fill(resolveSchema(context.document, schema), { ...context, owner, within })
  }
  if (schema.const !== undefined) return schema.const
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.enum) return schema.enum.find((value) => USUAL.has(value)) ?? schema.enum[0]
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return fillVariant(variants, context)
  const [type] = [schema.type ?? []].flat()
  const nullable = [schema.type].flat().includes('null')
  if (nullable && USUALLY_NULL.test(context.field) && context.direction === 'response') return null
  if (type === 'object') return fillObject(schema, context)
  if (type === 'array') return [fill(schema.items ?? {}, context)]
  if (type === 'integer' || type === 'number') return fillNumber(schema, context.field)
  if (type === 'boolean')
    return !/^(?:is(?:Pending|SalesLed|ForeverFree)|taxExempt)$/.test(context.field)
  return type === 'string' ? fillString(schema, context) : null
}

const USUAL: ReadonlySet<unknown> = new Set(['active', 'month', 'succeeded', 'paid'])
const USUALLY_NULL =
  /^(?:nextCursor|testClockId|.*(?:voided|failed|canceled|reversed|paused|previous)\w*|error|skipReason)$/i

function fillVariant(variants: readonly JsonSchema[], context: FieldContext): unknown {
  const nullable = variants.some(({ type }) => type === 'null')
  if (nullable && USUALLY_NULL.test(context.field) && context.direction === 'response') return null
  const [first = {}] = variants.filter(({ type }) => type !== 'null')
  return fill(first, context)
}

function fillObject(schema: JsonSchema, context: FieldContext): unknown {
  const { properties, additionalProperties } = schema
  if (properties) {
    return Object.fromEntries(
      shownFields(schema, context.direction).map((field) => [
        field,
        fill(properties[field] ?? {}, { ...context, field }),
      ]),
    )
  }
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) {
    return {}
  }
  const key = fillString(schema.propertyNames ?? {}, { ...context, field: 'slug' })
  return { [key]: fill(additionalProperties, { ...context, field: '' }) }
}

function shownFields(schema: JsonSchema, direction: ExampleOptions['direction']): string[] {
  const all = Object.keys(schema.properties ?? {})
  // People write the objects that refuse unknown fields, and they do not fill in every field.
  if (direction === 'response' && schema.additionalProperties !== false) return all
  const required = schema.required ?? []
  const extra = all
    .filter((field) => !required.includes(field))
    .slice(0, Math.max(0, SHOWN_FIELDS - required.length))
  return all.filter((field) => required.includes(field) || extra.includes(field))
}

// --- numbers ---

const numbers: readonly [RegExp, number][] = [
  [/^(?:price|.*amount\w*|.*cents|total|subtotal|.*charge\w*)$/i, 2000],
  [/^(?:credits\w*|balance\w*|creditBalance|.*threshold\w*)$/i, 500],
  [/^(?:limit|remaining|usage)$/, 1000],
  [/year$/i, 2030],
  [/^(?:discount|tax|percentage|displayOrder|index|consecutiveFailures|minorUnitScale)$/, 0],
  [/^(?:netDays|days|trialDays|expiresAfterDays)$/, 30],
  [/^expiresInSeconds$/, 3600],
  [/^statusCode$/, 200],
]

function fillNumber(schema: JsonSchema, field: string): number {
  const value = numbers.find(([names]) => names.test(field))?.[1] ?? 1
  const least = schema.minimum ?? Number.NEGATIVE_INFINITY
  const most = schema.maximum ?? Number.POSITIVE_INFINITY
  return Math.min(most, Math.max(least, value))
}

// --- strings ---

const ID_SUFFIX = '01k2x7m9fqe4'
const OTHER_ID_SUFFIX = '01k5c3d8hvw6'

/** The id prefix for each kind of object. The longest matching word wins. */
const idPrefixes: readonly [string, string][] = [
  ['creditcurrenc', 'cur'],
  ['creditpackage', 'pkg'],
  ['creditaccount', 'wal'],
  ['creditgrant', 'grt'],
  ['creditnote', 'crn'],
  ['paymentmethod', 'pm'],
  ['organization', 'org'],
  ['environment', 'env'],
  ['subscription', 'sub'],
  ['reservation', 'res'],
  ['onboarding', 'run'],
  ['testclock', 'clk'],
  ['usageevent', 'evt'],
  ['checkout', 'chk'],
  ['endpoint', 'whe'],
  ['product', 'prod'],
  ['feature', 'feat'],
  ['attempt', 'att'],
  ['environment', 'env'],
  ['invoice', 'inv'],
  ['message', 'msg'],
  ['package', 'pkg'],
  ['payment', 'pay'],
  ['charge', 'chg'],
  ['coupon', 'cpn'],
  ['ledger', 'led'],
  ['metric', 'met'],
  ['refund', 'ref'],
  ['account', 'wal'],
  ['event', 'evt'],
  ['grant', 'grt'],
  ['line', 'line'],
  ['plan', 'plan'],
  ['tier', 'tier'],
]

export function exampleId(of: string): string {
  const word = of.toLowerCase().replaceAll('-', '')
  if (word.includes('customer')) return 'user_42'
  const prefix = idPrefixes.find(([name]) => word.includes(name))?.[1] ?? 'id'
  return `${prefix}_${/^(?:new|to)[A-Z]/.test(of) ? OTHER_ID_SUFFIX : ID_SUFFIX}`
}

const strings: readonly [RegExp, string][] = [
  [/^eventName$/, 'api_call'],
  [/^(?:perUnit|unitAmount|creditsDeducted)$/, '0.0015'],
  [/^name$|Name$/, 'Pro'],
  [/^email$/, 'ada@example.com'],
  [/^featureSlugs?$/, 'api-calls'],
  [/^slug$/, 'pro'],
  [/^message$/, 'Says what to do next.'],
  [/^reason$/, 'Ordered twice'],
  [/^creditBalance$/, '499.9985'],
  [/currency$/i, 'usd'],
  [/^country$/, 'DE'],
  [/^timezone$/, 'Europe/Berlin'],
  [/^denomination$/, 'unit'],
  [/url$|^website$/i, 'https://example.com'],
  [/^logo$/, 'https://example.com/logo.svg'],
  [/^description$/, 'For teams that ship every day'],
  [/^(?:couponCode|code)$/, 'LAUNCH20'],
  [/^token$/, 'eyJhbGciOiJFZERTQSJ9…'],
  [/^secret$/, 'whsec_…'],
  [/^number$/, 'INV-0001'],
  [/^cardLast4$/, '4242'],
  [/^cardBrand$/, 'visa'],
  [/^requestId$/, 'req_8c1f'],
  [/^ctaLabel$/, 'Start free'],
]

/** Tried in this order for a pattern whose field name is unknown. */
const candidates = ['pro', 'usd', 'unit', 'DE', 'LAUNCH20', '0.0015', '#0f766e', '1']

function fillString(schema: JsonSchema, context: FieldContext): string {
  const { field, owner } = context
  if (schema.format === 'date') return '2026-01-31'
  if (schema.format === 'date-time') {
    return /(?:expires|next|due|end)/i.test(field)
      ? '2026-03-01T00:00:00.000Z'
      : '2026-01-31T12:00:00.000Z'
  }
  const named = strings.find(([names]) => names.test(field))?.[1]
  const id = /^id$/.test(field)
    ? exampleId(owner)
    : /(?:Id|Ids)$/.test(field)
      ? exampleId(field)
      : undefined
  const fits = (value: string) =>
    (schema.pattern === undefined || new RegExp(schema.pattern).test(value)) &&
    value.length >= (schema.minLength ?? 0) &&
    value.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY)
  const attempts = [id, named, ...(schema.pattern === undefined ? ['text'] : candidates)]
  return attempts.filter((value) => value !== undefined).find(fits) ?? 'text'
}
