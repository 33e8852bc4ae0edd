import { z } from 'zod'
import { type EndpointGroup, merchantReads, merchantWrites, publicReads } from './endpoint.ts'
import {
  currency,
  customerId,
  httpUrl,
  id,
  jsonObject,
  name,
  text,
  timestamp,
  timezone,
} from './values/primitives.ts'

export const environmentKind = z.enum(['sandbox', 'live'])

/** Appearance of the customer-facing pages. Merchants may add other keys. */
export const brandingTheme = jsonObject.meta({
  description: 'Appearance and theme, for example `{ "accentColor": "#0f766e" }`.',
})

export const branding = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  website: z.string().nullable(),
  branding: z.record(z.string(), z.unknown()).nullable(),
})

/** The seller as invoices must name it. */
export const seller = z.object({
  legalName: z.string(),
  address: z.array(z.string()).meta({ description: 'Line by line, including the country.' }),
  taxId: z.string().nullable(),
  email: z.string().nullable(),
  footer: z
    .string()
    .nullable()
    .meta({ description: 'Printed under each invoice, such as bank details.' }),
})

const sellerInput = z.strictObject({
  legalName: name,
  address: z.array(text(200).min(1)).max(6).default([]),
  taxId: text(50).min(1).nullable().default(null),
  email: text(320).min(1).nullable().default(null),
  footer: text(1_000).min(1).nullable().default(null),
})

export const dunningEnd = z.enum(['cancel', 'uncollectible']).meta({
  description:
    'When the last retry of an invoice has failed, `cancel` ends the subscription and leaves the invoice open; `uncollectible` marks the invoice uncollectible and leaves the subscription past due.',
})

/** The merchant in one environment: sandbox and live have separate settings. */
export const organization = z.object({
  id,
  environmentId: id,
  environment: environmentKind,
  name: z.string(),
  logo: z.string().nullable(),
  website: z.string().nullable(),
  branding: z.record(z.string(), z.unknown()).nullable(),
  defaultCurrency: currency,
  timezone: z.string(),
  seller: seller.nullable(),
  dunningEnd,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const updateOrganizationBody = z.strictObject({
  name: name.optional(),
  logo: httpUrl.nullable().optional(),
  website: httpUrl.nullable().optional(),
  branding: brandingTheme.nullable().optional(),
  defaultCurrency: currency.optional().meta({
    description:
      'Currency of customers without their own currency, and of pricing pages without a plan.',
  }),
  timezone: timezone
    .optional()
    .meta({ description: 'IANA time zone of customers without their own time zone.' }),
  seller: sellerInput.nullable().optional(),
  dunningEnd: dunningEnd.optional().meta({ description: 'Default `cancel`.' }),
})

export const createPortalSessionBody = z.strictObject({
  customerId,
  expiresInSeconds: z.int().min(60).max(86_400).optional().meta({ description: 'Default 3600.' }),
  returnUrl: httpUrl.optional().meta({ description: "The target of the portal's link back." }),
})

export const portalSession = z.object({
  token: z.string(),
  url: z.string(),
  expiresAt: timestamp,
})

export const organizationEndpoints = {
  getBranding: {
    method: 'GET',
    path: '/v1/branding',
    summary: 'Read the branding shown to customers',
    callers: [...publicReads, 'page'],
    response: branding,
  },
  getOrganization: {
    method: 'GET',
    path: '/v1/organization',
    summary: 'Read the organization and its settings in this environment',
    callers: merchantReads,
    response: organization,
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/v1/organization',
    summary: 'Change the settings and branding in this environment',
    callers: merchantWrites,
    body: updateOrganizationBody,
    response: organization,
  },
  createPortalSession: {
    method: 'POST',
    path: '/v1/portal/sessions',
    summary: "Create a token that lets a customer's browser act for that customer only",
    callers: merchantWrites,
    body: createPortalSessionBody,
    response: portalSession,
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
