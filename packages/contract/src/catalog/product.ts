import { z } from 'zod'
import { httpUrl, id, jsonObject, name, slug, text, timestamp } from '../values/primitives.ts'

/** State of every catalog object but plans, which also have drafts. */
export const catalogStatus = z.enum(['active', 'archived'])

/** Sent in a PATCH to take an archived object back into use. */
export const restore = z
  .literal('active')
  .optional()
  .meta({ description: 'Takes an archived object back into use.' })

export const product = z.object({
  id,
  organizationId: id,
  name: z.string(),
  slug,
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  status: catalogStatus,
  metadata: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const fields = {
  name,
  description: text().nullable().optional(),
  imageUrl: httpUrl.nullable().optional(),
  metadata: jsonObject.optional(),
}

export const createProductBody = z.strictObject({ slug: slug.optional(), ...fields })
export const updateProductBody = z.strictObject(fields).partial().extend({ status: restore })
