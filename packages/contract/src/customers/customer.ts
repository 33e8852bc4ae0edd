import { z } from 'zod'
import { customerReads, type EndpointGroup, merchantReads, merchantWrites } from '../endpoint.ts'
import {
  currency,
  customerId,
  id,
  jsonObject,
  name,
  page,
  pageQuery,
  text,
  timestamp,
  timezone,
} from '../values/primitives.ts'

/**
 * Self-serve customers (`plg`) are charged immediately; sales-led customers (`slg`) receive an
 * invoice.
 */
export const customerKind = z.enum(['plg', 'slg'])
export const collectionMethod = z.enum(['charge_automatically', 'send_invoice'])

const email = text(320).refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
  error: 'must be an email address',
})
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code such as DE' })

/**
 * A postal address without country and region, which are separate fields because they also
 * determine tax.
 */
export const address = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  postalCode: z.string(),
})

export const addressInput = z.strictObject({
  line1: name,
  line2: name.nullable().default(null),
  city: name,
  postalCode: text(20).min(1),
})

const region = text(40)
  .min(1)
  .meta({ description: 'State or province, such as CA. Used by tax rates of a region.' })

export const customer = z.object({
  id: customerId,
  name: z.string().nullable(),
  email: z.string().nullable(),
  kind: customerKind,
  currency,
  collectionMethod,
  netDays: z.int().nullable().meta({ description: 'Days to pay; null if charged automatically.' }),
  country: z.string().nullable(),
  region: z.string().nullable(),
  address: address.nullable(),
  taxId: z.string().nullable().meta({ description: 'Such as a VAT number. Printed on invoices.' }),
  taxExempt: z.boolean(),
  timezone: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  testClockId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Customer = z.infer<typeof customer>

/** Omitted fields keep their value. On a new customer they get their default. */
export const putCustomerBody = z.strictObject({
  name: name.nullable().optional(),
  email: email.nullable().optional(),
  kind: customerKind.optional().meta({ description: 'Default `plg`.' }),
  currency: currency.optional(),
  collectionMethod: collectionMethod
    .optional()
    .meta({ description: '`plg` defaults to `charge_automatically`, `slg` to `send_invoice`.' }),
  netDays: z.int().min(0).max(365).nullable().optional().meta({
    description: 'Days to pay with `send_invoice`; default 30.',
  }),
  country: country.nullable().optional(),
  region: region.nullable().optional(),
  address: addressInput.nullable().optional(),
  taxId: text(50).min(1).nullable().optional(),
  taxExempt: z.boolean().optional(),
  timezone: timezone.optional(),
  metadata: jsonObject.optional(),
  testClockId: id.nullable().optional().meta({
    description: "Sandbox only: the test clock that sets the customer's time.",
  }),
})

const params = z.object({ customerId })

export const customerEndpoints = {
  putCustomer: {
    method: 'PUT',
    path: '/v1/customers/:customerId',
    summary: 'Create or update a customer',
    callers: merchantWrites,
    params,
    body: putCustomerBody,
    response: customer,
  },
  getCustomer: {
    method: 'GET',
    path: '/v1/customers/:customerId',
    summary: 'Read a customer',
    callers: customerReads,
    params,
    response: customer,
    errors: ['not_found'],
  },
  listCustomers: {
    method: 'GET',
    path: '/v1/customers',
    summary: 'List customers, newest first',
    callers: merchantReads,
    query: z.strictObject({
      ...pageQuery,
      search: text(200).optional().meta({ description: 'Part of the id, name or email.' }),
      kind: customerKind.optional(),
    }),
    response: page(customer),
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/v1/customers/:customerId',
    summary: 'Anonymize a customer; the ledger and invoices remain',
    callers: merchantWrites,
    params,
    response: z.object({ id: customerId, deleted: z.literal(true) }),
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
