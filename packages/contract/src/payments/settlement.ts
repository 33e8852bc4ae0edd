import { z } from 'zod'
import { currency, id, moneyAmount, timestamp } from '../values/primitives.ts'

/** Where the payment form is shown: inside the merchant's page, or on a page of its own. */
export const uiMode = z.enum(['embedded', 'hosted'])

/** What a browser needs to open the payment provider's form. */
export const clientEnvelope = z.object({
  provider: z.string().meta({ description: 'Adapter that made the token: `sandbox`, `stripe`.' }),
  token: z.string().meta({ description: "The payment provider's client secret." }),
  publishableKey: z
    .string()
    .nullable()
    .meta({ description: "The provider's own publishable key; null when it needs none." }),
  url: z.string().nullable().meta({ description: 'Hosted form; null in embedded mode.' }),
})

const subscriptionId = id.nullable().meta({ description: 'null when none is concerned.' })
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
    description: 'Poll its status to learn when the payment went through.',
  }),
  amount: moneyAmount.nullable().meta({ description: 'null when only a method is set up.' }),
  currency: currency.nullable(),
  subscriptionId,
  invoiceId,
})

export const deferred = z.object({
  kind: z.literal('deferred'),
  subscriptionId: id,
  effectiveAt: timestamp.meta({ description: 'When the change applies by itself.' }),
})

export const invoiceAdded = z.object({
  kind: z.literal('invoice_added'),
  lineAmount: moneyAmount.meta({ description: 'What was added to the invoice.' }),
  currency,
  invoiceId: invoiceId.meta({ description: 'null until the next invoice is drafted.' }),
  subscriptionId,
  grantId: id.nullable().meta({ description: 'Credits deposited by a top-up or package.' }),
})

/** The provider has not said yet how it ended: it is asked, never charged again. */
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
  reason: z.string().nullable().meta({ description: 'Why there was nothing to do.' }),
  subscriptionId,
  invoiceId,
})

/** How a request that may cost money was settled; clients branch on `kind`. */
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

/** What a purchase or plan change does to one wallet, ready to render. */
export const creditImpact = z.object({
  creditCurrencyId: id,
  currencyName: z.string(),
  denomination: z.string(),
  minorUnitScale: z.int(),
  currentBalance: z.number(),
  delta: z.number(),
  afterBalance: z.number(),
})

/** Amounts of a bill before it is one; names and order are those of an invoice. */
export const billTotals = {
  subtotal: moneyAmount,
  discount: moneyAmount,
  creditsApplied: moneyAmount.meta({ description: 'Paid from a prepaid balance.' }),
  tax: moneyAmount,
  total: moneyAmount,
}
