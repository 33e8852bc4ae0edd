import { z } from 'zod'
import * as errors from '../errors.ts'
import * as modules from '../modules.ts'

const NAMED_TYPES: ReadonlySet<string> = new Set(['object', 'union', 'enum'])

/** Components whose name in the API reference differs from the name of the export. */
const renamed: Readonly<Record<string, string>> = { errorBody: 'Error' }

/**
 * Every object, union and enumeration that a module exports becomes a component named after its
 * export, or after the alphabetically first export if it has several. Primitives do not: they are
 * easier to read inline.
 */
export function componentNames(): ReadonlyMap<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>()
  for (const [key, value] of [errors, modules].flatMap((module) =>
    Object.entries<unknown>(module),
  )) {
    if (!(value instanceof z.ZodType) || names.has(value)) continue
    if (!NAMED_TYPES.has(value.def.type)) continue
    names.set(value, renamed[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
  }
  return names
}
