import { z } from 'zod'
import {
  customerId,
  id,
  idOrSlug,
  jsonObject,
  nonNegativeQuantity,
  positiveQuantity,
  slug,
  text,
  timestamp,
} from '../values/primitives.ts'

export const reservationStatus = z.enum(['held', 'captured', 'released', 'expired'])

export const reservation = z.object({
  id,
  customerId,
  creditAccountId: id,
  creditCurrencyId: id,
  featureSlug: slug.nullable(),
  quantity: z.number().nullable(),
  properties: z.record(z.string(), z.unknown()),
  status: reservationStatus,
  amount: z.number().meta({ description: 'Credits originally taken from the balance.' }),
  held: z.number().meta({ description: 'Credits still held.' }),
  captured: z.number().meta({ description: 'Credits debited so far.' }),
  expiresAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Reservation = z.infer<typeof reservation>

const expiresInSeconds = z
  .int()
  .min(1)
  .max(86_400)
  .default(300)
  .meta({ description: 'From now; default 300, at most 86400.' })

/** Names either a feature and a quantity, or a credit currency and an amount. */
export const createReservationBody = z
  .strictObject({
    customerId,
    featureSlug: text(255).min(1).optional().meta({ description: 'A credit feature.' }),
    quantity: positiveQuantity.optional().meta({ description: 'With `featureSlug`; default 1.' }),
    properties: jsonObject.optional().meta({
      description: 'With `featureSlug`: event properties that its credit cost depends on.',
    }),
    creditCurrencyId: idOrSlug.optional(),
    amount: positiveQuantity.optional().meta({ description: 'With `creditCurrencyId`.' }),
    expiresInSeconds,
  })
  .superRefine((body, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const byFeature = body.featureSlug !== undefined
    if (byFeature === (body.creditCurrencyId !== undefined)) {
      problem('featureSlug', 'give either featureSlug or creditCurrencyId')
    }
    if ((body.creditCurrencyId !== undefined) !== (body.amount !== undefined)) {
      problem('amount', 'belongs to creditCurrencyId: give both or neither')
    }
    if (!byFeature && body.quantity !== undefined) problem('quantity', 'requires featureSlug')
    if (!byFeature && body.properties !== undefined) problem('properties', 'requires featureSlug')
  })

export const extendReservationBody = z.strictObject({ expiresInSeconds }).prefault({})

export const captureReservationBody = z.strictObject({
  amount: nonNegativeQuantity.meta({
    description:
      "Credits used. May exceed the held credits; the feature's exhaustion rule then applies.",
  }),
  final: z.boolean().default(true).meta({
    description: 'false captures a part and keeps the rest on hold.',
  }),
})
