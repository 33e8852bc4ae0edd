import { z } from 'zod'
import { decimalString, money, moneyAmount, unitPrice } from '../values/primitives.ts'
import { componentNames } from './componentNames.ts'
import type { JsonSchema } from './openApiTypes.ts'

/** `input` is sent to the server, `output` is its answer. */
type Direction = 'input' | 'output'

export interface SchemaPrinter {
  print(schema: z.ZodType, direction: Direction): JsonSchema
  /** Replaces local references with references to components. Returns the components by name. */
  finish(): Record<string, JsonSchema>
}

const LOCAL = '#/$defs/'
const SHARED = '#/components/schemas/'

/** The output of schemas that convert their input. A transform does not describe its own output. */
const convertsTo: ReadonlyMap<z.core.$ZodType, z.ZodType> = new Map<z.core.$ZodType, z.ZodType>([
  [unitPrice, decimalString],
  [money, moneyAmount],
])

function conversionOf(schema: z.core.$ZodType): JsonSchema | undefined {
  // A refined or described schema is a copy with a reference to its original.
  for (let at: z.core.$ZodType | undefined = schema; at; at = at._zod.parent) {
    const result = convertsTo.get(at)
    if (result) return withoutDialect(z.toJSONSchema(result)).root
  }
}

function withoutDialect(printed: object) {
  const { $schema, '~standard': standard, $defs, ...root } = printed as Record<string, unknown>
  return { root: root as JsonSchema, components: ($defs ?? {}) as Record<string, JsonSchema> }
}

/** Takes descriptions from the schemas and ids from the names of the exports. */
class ComponentRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #names = componentNames()

  override get<S extends z.core.$ZodType>(schema: S) {
    const id = this.#names.get(schema)
    const meta = z.globalRegistry.get(schema)
    return (id === undefined ? meta : { ...meta, id }) as ReturnType<
      z.core.$ZodRegistry<Record<string, unknown>>['get']
    >
  }
}

/** Prints schemas as JSON Schema with references to shared components. */
export function createSchemaPrinter(): SchemaPrinter {
  const metadata = new ComponentRegistry()
  const components = {
    input: new Map<string, JsonSchema>(),
    output: new Map<string, JsonSchema>(),
  }
  const printed: { schema: JsonSchema; direction: Direction }[] = []

  return {
    print(schema, direction) {
      const { root, components: used } = withoutDialect(
        z.toJSONSchema(schema, {
          io: direction,
          metadata,
          unrepresentable: 'any',
          ...(direction === 'output' && { override: asAnswered }),
        }),
      )
      for (const [name, component] of Object.entries(used)) {
        components[direction].set(name, tidy(component))
      }
      printed.push({ schema: tidy(root), direction })
      return root
    },

    finish() {
      const split = namesThatDiffer(components.input, components.output)
      const nameIn = (direction: Direction) => (name: string) =>
        split.has(name) ? formName(name, direction) : name
      const named = new Map<string, JsonSchema>()
      for (const direction of ['output', 'input'] as const) {
        for (const [name, schema] of components[direction]) {
          const shared = nameIn(direction)(name)
          if (shared !== name && (components.input.has(shared) || components.output.has(shared))) {
            throw new Error(`Two schemas would be named ${shared}; rename one of them.`)
          }
          named.set(shared, schema)
          printed.push({ schema, direction })
        }
      }
      for (const { schema, direction } of printed) pointAtShared(schema, nameIn(direction))
      return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

function asAnswered({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const { def } = zodSchema._zod
  // Answers may gain fields. Only schemas that refuse unknown fields keep `additionalProperties`.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  const converted = conversionOf(zodSchema)
  if (!converted) return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, converted)
}

/**
 * Gives the plain name to the direction that a schema was written for, and a suffix to the other.
 */
function formName(name: string, direction: Direction): string {
  if (!/(?:Input|Body)$/.test(name)) return direction === 'input' ? `${name}Input` : name
  return direction === 'input' ? name : `${name.replace(/(?:Input|Body)$/, '')}Output`
}

/**
 * Components that differ between request and response, and components that refer to one of these.
 */
function namesThatDiffer(
  input: ReadonlyMap<string, JsonSchema>,
  output: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const both = [...input].filter(([name]) => output.has(name))
  const differ = new Set(
    both
      .filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(output.get(name)))
      .map(([name]) => name),
  )
  for (let before = -1; before !== differ.size; ) {
    before = differ.size
    for (const [name, schema] of both) {
      if (referencesOf(schema).some((used) => differ.has(used))) differ.add(name)
    }
  }
  return differ
}

function childrenOf(schema: JsonSchema): JsonSchema[] {
  const { items, additionalProperties, propertyNames } = schema
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...[items, additionalProperties, propertyNames].filter((one) => typeof one === 'object'),
  ]
}

function referencesOf(schema: JsonSchema): string[] {
  const direct = schema.$ref?.startsWith(LOCAL) ? [schema.$ref.slice(LOCAL.length)] : []
  return [...direct, ...childrenOf(schema).flatMap(referencesOf)]
}

function pointAtShared(schema: JsonSchema, nameOf: (local: string) => string): void {
  if (schema.$ref?.startsWith(LOCAL)) {
    schema.$ref = SHARED + nameOf(schema.$ref.slice(LOCAL.length))
  }
  for (const child of childrenOf(schema)) pointAtShared(child, nameOf)
}

/** Removes redundant keywords: the bounds of all integers and the patterns of formats. */
function tidy(schema: JsonSchema): JsonSchema {
  const names = schema.propertyNames
  if (names?.type === 'string' && Object.keys(names).length === 1) delete schema.propertyNames
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  childrenOf(schema).forEach(tidy)
  return schema
}
