import { z } from 'zod'
import * as catalog from '../catalog.ts'
import * as checkout from '../checkout.ts'
import * as credits from '../credits.ts'
import * as customers from '../customers.ts'
import * as entitlements from '../entitlements.ts'
import * as errors from '../errors.ts'
import * as invoicing from '../invoicing.ts'
import * as onboarding from '../onboarding.ts'
import * as organizations from '../organizations.ts'
import * as payments from '../payments.ts'
import * as settlement from '../settlement.ts'
import * as subscriptions from '../subscriptions.ts'
import * as taxRates from '../taxRates.ts'
import * as testClocks from '../testClocks.ts'
import * as topups from '../topups.ts'
import * as usage from '../usage.ts'
import * as webhooks from '../webhooks.ts'

/** All but the primitives, which read better where they stand. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  organizations,
  customers,
  taxRates,
  testClocks,
  catalog,
  credits,
  payments,
  usage,
  invoicing,
  topups,
  subscriptions,
  settlement,
  entitlements,
  checkout,
  onboarding,
  webhooks,
  errors,
]

const NAMED_TYPES: ReadonlySet<string> = new Set(['object', 'union', 'enum'])

/** Where readers look for another name than that of the export. */
const renamed: Readonly<Record<string, string>> = { errorBody: 'Error' }

/** Every shape and enumeration that a module exports is a component named after its export. */
export function componentNames(): ReadonlyMap<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>()
  for (const [key, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!(value instanceof z.ZodType) || names.has(value)) continue
    if (!NAMED_TYPES.has(value.def.type)) continue
    names.set(value, renamed[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
  }
  return names
}
