import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

const { operations } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'stripeRequests.schema.json'), 'utf8'),
) as { operations: Record<string, object> }

/** Form values are strings, so numbers and booleans are converted before the check. */
const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true })

const validators: { operation: string; path: RegExp; validate: ValidateFunction }[] =
  Object.entries(operations).map(([operation, schema]) => ({
    operation,
    path: new RegExp(`^${operation.replace(/\{\w+\}/g, '([^/]+)')}$`),
    validate: ajv.compile(schema),
  }))

export type Params = Record<string, unknown>

export interface CheckedRequest {
  /** As in the schema, for example `POST /v1/payment_intents/{intent}/cancel`. */
  operation: string
  /** The id in the path. */
  id: string | undefined
  params: Params
  problems: string[]
}

/** Parses a request and lists everything that Stripe would refuse about its parameters. */
export function checkRequest(method: string, path: string, form: string): CheckedRequest {
  const params = decodeForm(form)
  for (const { operation, path: pattern, validate } of validators) {
    const match = pattern.exec(`${method} ${path}`)
    if (!match) continue
    const problems = findFractions(params)
    if (!validate(params)) {
      problems.push(...(validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`))
    }
    return { operation, id: match[1], params, problems }
  }
  const operation = `${method} ${path}`
  return { operation, id: undefined, params, problems: ['is not a known operation'] }
}

/** The schema cannot distinguish whole numbers from others. */
const findFractions = (params: Params): string[] =>
  ['amount', 'limit'].flatMap((name) =>
    params[name] === undefined || /^\d+$/.test(String(params[name]))
      ? []
      : [`/${name} must be a whole number`],
  )

/** Decodes `a[b][0]=c` to an object. */
function decodeForm(form: string): Params {
  const root: Params = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const way = name.match(/[^[\]]+/g) ?? []
    const last = way.pop()
    if (last === undefined) continue
    let node = root
    for (const step of way) {
      node[step] ??= {}
      node = node[step] as Params
    }
    node[last] = value
  }
  return withLists(root) as Params
}

/** Converts objects with the keys 0, 1, … to arrays. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, child]) => [name, withLists(child)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries)
}
