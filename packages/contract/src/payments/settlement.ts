import { z } from 'zod'
import { currency, id, moneyAmount, timestamp } from '../values/primitives.ts'

/** Where the payment form appears: embedded in the merchant's page, or on a hosted page. */
export const uiMode = z.enum(['embedded', 'hosted'])

/** Everything that a browser needs to open the payment provider's form. */
export const clientEnvelope = z.object({
  provider: z
    .string()
    .meta({ description: 'Adapter that created the token: `sandbox`, `stripe`.' }),
  token: z.string().meta({ description: "The payment provider's client secret." }),
  publishableKey: z
    .string()
    .nullable()
    .meta({ description: "The provider's own publishable key; null when it needs none." }),
  url: z.string().nullable().meta({ description: 'Hosted form; null in embedded mode.' }),
})

const subscriptionId = id.nullable().meta({ description: 'null if no subscription is involved.' })
const invoiceId = id.nullable()

export const createdNoCharge = z.object({
  kind: z.literal('created_no_charge'),
  subscriptionId: id,
  invoiceId,
  trialEndsAt: timestamp.nullable(),
})

export const chargedInline = z.object({
  kind: z.literal('charged_inline'),
  paymentId: id,
  amount: moneyAmount,
  currency,
  subscriptionId,
  invoiceId,
  grantId: id.nullable().meta({ description: 'Credits deposited by a top-up or package.' }),
})

export const requiresForm = z.object({
  kind: z.literal('requires_form'),
  client: clientEnvelope,
  checkoutSessionId: id.nullable().meta({
    description: 'Poll its status to learn when the payment succeeded.',
  }),
  amount: moneyAmount.nullable().meta({ description: 'null if the form only saves a method.' }),
  currency: currency.nullable(),
  subscriptionId,
  invoiceId,
})

export const deferred = z.object({
  kind: z.literal('deferred'),
  subscriptionId: id,
  effectiveAt: timestamp.meta({ description: 'When the change takes effect.' }),
})

export const invoiceAdded = z.object({
  kind: z.literal('invoice_added'),
  lineAmount: moneyAmount.meta({ description: 'The amount added to the invoice.' }),
  currency,
  invoiceId: invoiceId.meta({ description: 'null until the next invoice is drafted.' }),
  subscriptionId,
  grantId: id.nullable().meta({ description: 'Credits deposited by a top-up or package.' }),
})

/** The provider has not reported an outcome yet. Purser asks again but never charges again. */
export const processing = z.object({
  kind: z.literal('processing'),
  paymentId: id,
  amount: moneyAmount,
  currency,
  subscriptionId,
  invoiceId,
})

export const noAction = z.object({
  kind: z.literal('no_action'),
  reason: z.string().nullable().meta({ description: 'Why there is nothing to do.' }),
  subscriptionId,
  invoiceId,
})

/** The outcome of a request that may cost money. Clients branch on `kind`. */
export const settlementOutcome = z.discriminatedUnion('kind', [
  chargedInline,
  createdNoCharge,
  requiresForm,
  deferred,
  invoiceAdded,
  processing,
  noAction,
])
export type SettlementOutcome = z.infer<typeof settlementOutcome>

/** The effect of a purchase or plan change on one wallet, ready to render. */
export const creditImpact = z.object({
  creditCurrencyId: id,
  currencyName: z.string(),
  denomination: z.string(),
  minorUnitScale: z.int(),
  currentBalance: z.number(),
  delta: z.number(),
  afterBalance: z.number(),
})

/** Amounts of a future bill, with the names and order of an invoice. */
export const billTotals = {
  subtotal: moneyAmount,
  discount: moneyAmount,
  creditsApplied: moneyAmount.meta({ description: 'Paid from a prepaid balance.' }),
  tax: moneyAmount,
  total: moneyAmount,
}
