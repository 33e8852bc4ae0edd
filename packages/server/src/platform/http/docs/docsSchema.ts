import type { JsonSchema, OpenApiDocument } from '@purser/contract'
import { componentName, resolveSchema } from './docsExamples.ts'
import { type Html, type HtmlPart, html, prose } from './docsHtml.ts'

export interface SchemaView {
  document: OpenApiDocument
  /** Components that have their own entry. They are linked to instead of being expanded. */
  linked: ReadonlySet<string>
  /** A request shows which fields are required, a response which may be absent. */
  direction: 'request' | 'response'
}

export interface SchemaField {
  name: string
  schema: JsonSchema
  required: boolean
  description?: string | undefined
}

const MAX_DEPTH = 6

/**
 * Renders fields as a list, each with its name, type, constraints and, collapsed, its nested
 * fields.
 */
export const renderFields = (fields: readonly SchemaField[], view: SchemaView, depth = 0): Html =>
  html`<ul class="fields">${fields.map((field) => renderField(field, view, depth))}</ul>`

/** Renders the fields of a body or component, or the variants of a union. */
export function renderShape(schema: JsonSchema, view: SchemaView, depth = 0): HtmlPart {
  const resolved = resolveSchema(view.document, schema)
  const variants = objectVariants(resolved, view)
  if (variants.length > 1) return renderVariants(variants, view, depth)
  const [only = resolved] = variants
  if (!only.properties) return renderConstraints(only, view)
  const fields = fieldsOf(only)
  return fields.length > 0 && renderFields(fields, view, depth)
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): SchemaField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }))

function renderField(field: SchemaField, view: SchemaView, depth: number): Html {
  const { name, schema } = field
  const description = field.description ?? descriptionOf(schema, view)
  const inside = innerObject(schema, view)
  const unfolded = inside && depth < MAX_DEPTH && renderShape(inside, view, depth + 1)
  return html`<li><p class="field"><code class="name">${name}</code> <span class="type">${renderType(schema, view)}</span>${presenceOf(field, view)}</p>${description !== undefined && html`<p>${prose(description)}</p>`}${renderConstraints(
    schema,
    view,
  )}${unfolded && html`<details><summary>Inside <code>${name}</code></summary>${unfolded}</details>`}</li>`
}

const presenceOf = ({ required }: SchemaField, { direction }: SchemaView): HtmlPart =>
  direction === 'request'
    ? required && html` <strong class="required">required</strong>`
    : !required && html` <span class="type">may be absent</span>`

function renderVariants(variants: readonly JsonSchema[], view: SchemaView, depth: number): Html {
  const tag = discriminatorOf(variants)
  return html`<div class="variants"><p class="hint">One of ${variants.length} shapes${
    tag !== undefined && html`, distinguished by <code>${tag}</code>`
  }:</p>${variants.map((variant, index) => {
    const label = tag === undefined ? [] : literalsOf(variant.properties?.[tag])
    const title =
      label.length > 0 ? html`<code>${label.join(' | ')}</code>` : html`Shape ${index + 1}`
    return html`<details><summary>${title}</summary>${renderFields(fieldsOf(variant), view, depth)}</details>`
  })}</div>`
}

/** Finds the property that has a different constant value in each variant. */
function discriminatorOf(variants: readonly JsonSchema[]): string | undefined {
  return Object.keys(variants[0]?.properties ?? {}).find((name) => {
    const values = variants.map(({ properties }) => literalsOf(properties?.[name]).join())
    return values.every((value) => value !== '') && new Set(values).size === values.length
  })
}

const literalsOf = (schema: JsonSchema | undefined): string[] =>
  schema?.const !== undefined ? [String(schema.const)] : (schema?.enum ?? []).map(String)

// --- schemas ---

/** Lists the alternatives of a schema other than null, including those of nested unions. */
function alternativesOf(schema: JsonSchema, view: SchemaView): JsonSchema[] {
  const variants = schema.oneOf ?? schema.anyOf
  if (!variants) return [schema]
  return variants
    .filter(({ type }) => type !== 'null')
    .flatMap((one) =>
      isLinked(one, view) ? [one] : alternativesOf(resolveSchema(view.document, one), view),
    )
}

const objectVariants = (schema: JsonSchema, view: SchemaView): JsonSchema[] =>
  alternativesOf(schema, view).filter(({ properties }) => properties !== undefined)

const isLinked = ({ $ref }: JsonSchema, view: SchemaView): boolean =>
  $ref !== undefined && view.linked.has(componentName($ref))

/**
 * Finds the object to expand: the field itself, the item of a list or map, or a union of objects.
 */
function innerObject(schema: JsonSchema, view: SchemaView): JsonSchema | undefined {
  if (isLinked(schema, view)) return undefined
  const resolved = resolveSchema(view.document, schema)
  if (resolved.items) return innerObject(resolved.items, view)
  if (resolved.properties) return resolved
  if (typeof resolved.additionalProperties === 'object') {
    return innerObject(resolved.additionalProperties, view)
  }
  const alternatives = alternativesOf(resolved, view)
  const [first] = alternatives
  if (alternatives.length === 1 && first && first !== resolved) return innerObject(first, view)
  return objectVariants(resolved, view).length > 0 ? resolved : undefined
}

/** Describes the type in words, with links to objects that have their own entry. */
export function renderType(schema: JsonSchema, view: SchemaView): HtmlPart {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref)
    if (view.linked.has(name)) return html`<a href="#object-${name}">${name}</a>`
    return renderType(resolveSchema(view.document, schema), view)
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return typeOfUnion(variants, view)
  if (schema.enum) return 'enum'
  const types = [schema.type ?? 'any'].flat()
  const words = types.map((type) => {
    if (type === 'array') return ['array of ', renderType(schema.items ?? {}, view)]
    if (type !== 'object') return type
    const values = schema.additionalProperties
    return typeof values === 'object' && Object.keys(values).length > 0
      ? ['map of ', renderType(values, view)]
      : 'object'
  })
  return joined(words)
}

function typeOfUnion(variants: readonly JsonSchema[], view: SchemaView): HtmlPart {
  // The variants of a union share one word here; their shapes are expanded below.
  const words = new Map(
    variants.map((variant) => {
      const word = html`${renderType(variant, view)}`
      return [word.text, word]
    }),
  )
  return joined([...words.values()])
}

const joined = (words: readonly HtmlPart[]): HtmlPart =>
  words.map((word, index) => (index === 0 ? word : [' or ', word]))

function descriptionOf(schema: JsonSchema, view: SchemaView): string | undefined {
  const nested = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  return (
    schema.description ??
    resolveSchema(view.document, schema).description ??
    (nested.length === 1 ? nested[0]?.description : undefined)
  )
}

function renderConstraints(schema: JsonSchema, view: SchemaView): HtmlPart {
  const resolved = resolveSchema(view.document, schema)
  const byDefault = schema.default ?? resolved.default
  const all = [
    ...alternativesOf(resolved, view).flatMap((one) => constraintsOf(one, view)),
    ...(byDefault === undefined ? [] : [['default ', literal(byDefault)]]),
  ]
  if (all.length === 0) return undefined
  const separated = all.map((constraint, index) => (index === 0 ? constraint : [' · ', constraint]))
  return html`<p class="constraints">${separated}</p>`
}

function constraintsOf(schema: JsonSchema, view: SchemaView): HtmlPart[] {
  const isRequest = view.direction === 'request'
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  const items = schema.items && resolveSchema(view.document, schema.items)
  return [
    values.length > 0 && [
      values.length > 1 ? 'one of ' : isRequest ? 'only ' : 'always ',
      values.map((value, index) => [index > 0 && ', ', literal(value)]),
    ],
    // Readers of a response need not know how long a string may be.
    isRequest && range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `less than ${schema.exclusiveMaximum}`,
    schema.format !== undefined && schema.format,
    isRequest && schema.pattern !== undefined && ['matches ', html`<code>${schema.pattern}</code>`],
    ...(items?.enum ? [['each ', constraintsOf({ enum: items.enum }, view)]] : []),
  ].filter((constraint) => constraint !== false)
}

const literal = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

const grouped = (value: number): string => value.toLocaleString('en-US')

function range(least: number | undefined, most: number | undefined, unit: string): HtmlPart {
  const words =
    least !== undefined && most !== undefined
      ? least === most
        ? `exactly ${grouped(least)}`
        : `${grouped(least)} to ${grouped(most)}`
      : most !== undefined
        ? `at most ${grouped(most)}`
        : least !== undefined && `at least ${grouped(least)}`
  return words && (unit === '' ? words : `${words} ${unit}`)
}
