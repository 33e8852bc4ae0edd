import { z } from 'zod'
import { httpUrl, id, jsonObject, name, slug, text, timestamp } from '../values/primitives.ts'

/** Status of every catalog object except plans, which also have drafts. */
export const catalogStatus = z.enum(['active', 'archived'])

/** Sent in a PATCH to restore an archived object. */
export const restore = z
  .literal('active')
  .optional()
  .meta({ description: 'Restores an archived object.' })

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
