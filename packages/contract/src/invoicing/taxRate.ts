import { z } from 'zod'
import { catalogStatus } from '../catalog/product.ts'
import { country } from '../customers/customer.ts'
import { type EndpointGroup, merchantReads, merchantWrites } from '../endpoint.ts'
import { id, name, page, pageQuery, quantity, text, timestamp } from '../values/primitives.ts'

/** The tax that customers in a country or region pay, either included in prices or on top. */
export const taxRate = z.object({
  id,
  country: z.string(),
  region: z.string().nullable().meta({ description: 'null: the whole country.' }),
  name: z.string(),
  percentage: z.number(),
  isInclusive: z.boolean().meta({ description: 'True if prices include the tax.' }),
  status: catalogStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type TaxRate = z.infer<typeof taxRate>

const percentage = quantity
  .refine((value) => value >= 0 && value <= 100, { error: 'must be from 0 to 100' })
  .meta({ examples: [19] })

export const createTaxRateBody = z.strictObject({
  country,
  region: text(40)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .nullable()
    .optional()
    .meta({ description: 'Not case-sensitive. Default: the whole country.' }),
  name: name.meta({ description: 'As printed on invoices, such as VAT.' }),
  percentage,
  isInclusive: z.boolean().default(false),
})

export const updateTaxRateBody = z
  .strictObject({ name, percentage, isInclusive: z.boolean() })
  .partial()

const params = z.object({ id })

export const taxRateEndpoints = {
  createTaxRate: {
    method: 'POST',
    path: '/v1/tax-rates',
    summary: 'Tax the customers of a country or region from now on',
    callers: merchantWrites,
    body: createTaxRateBody,
    response: taxRate,
    errors: ['already_exists'],
  },
  listTaxRates: {
    method: 'GET',
    path: '/v1/tax-rates',
    summary: 'List tax rates, newest first',
    callers: merchantReads,
    query: z.strictObject({ status: catalogStatus.optional(), ...pageQuery }),
    response: page(taxRate),
  },
  getTaxRate: {
    method: 'GET',
    path: '/v1/tax-rates/:id',
    summary: 'Read a tax rate',
    callers: merchantReads,
    params,
    response: taxRate,
    errors: ['not_found'],
  },
  updateTaxRate: {
    method: 'PATCH',
    path: '/v1/tax-rates/:id',
    summary: 'Change a tax rate for future invoices; finalized invoices stay the same',
    callers: merchantWrites,
    params,
    body: updateTaxRateBody,
    response: taxRate,
    errors: ['not_found', 'invalid_state'],
  },
  archiveTaxRate: {
    method: 'POST',
    path: '/v1/tax-rates/:id/archive',
    summary: 'Stop applying a tax rate',
    callers: merchantWrites,
    params,
    response: taxRate,
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
