import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

/** Field names separated by spaces, grouped by whether the field may be null or missing. */
interface Fields {
  required?: string
  nullable?: string
  optional?: string
}

type Example = Readonly<Record<string, unknown>>

export const EXAMPLE_TIME = '2026-01-31T12:00:00.000Z'

const words = (list = '') => list.split(/\s+/).filter((word) => word !== '')

const without = (example: Example, field: string) =>
  Object.fromEntries(Object.entries(example).filter(([key]) => key !== field))

/**
 * Compares a schema with a table of the interface, field by field, using an example that has all
 * fields.
 */
export function describeResource(
  title: string,
  schema: z.ZodType,
  example: Example,
  fields: Fields,
) {
  const accepts = (value: unknown) => schema.safeParse(value).success
  const rows = [
    ...words(fields.required).map((field) => ({ field, absent: false, unset: false })),
    ...words(fields.nullable).map((field) => ({ field, absent: false, unset: true })),
    ...words(fields.optional).map((field) => ({ field, absent: true, unset: false })),
  ]
  describe(title, () => {
    test('keeps the example unchanged', () => {
      expect(schema.parse(example)).toEqual(example)
    })
    test.each(rows)('lets $field be absent: $absent, null: $unset', (row) => {
      expect(example).toHaveProperty(row.field)
      expect(accepts(without(example, row.field))).toBe(row.absent)
      expect(accepts({ ...example, [row.field]: null })).toBe(row.unset)
    })
  })
}

/** Tests a request schema with accepted and refused values. */
export function describeRequest(
  title: string,
  schema: z.ZodType,
  accepted: readonly unknown[],
  refused: readonly unknown[],
) {
  describe(title, () => {
    test.each(accepted.map((value) => ({ value })))('accepts $value', ({ value }) => {
      expect(schema.safeParse(value).error).toBeUndefined()
    })
    test.each(refused.map((value) => ({ value })))('refuses $value', ({ value }) => {
      expect(schema.safeParse(value).success).toBe(false)
    })
  })
}
