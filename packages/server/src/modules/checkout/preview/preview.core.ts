import type { CheckoutPreview } from '@purser/contract'
import { type Amount, add, toNearestNumber } from '../../../kernel/amount.ts'

type DueToday = CheckoutPreview['dueToday']
type Warning = CheckoutPreview['warnings'][number]
type LineItem = CheckoutPreview['lineItems'][number]
export type CreditImpact = NonNullable<CheckoutPreview['creditImpact']>

/** Who pays, and when an invoice would reach it. */
export interface Payer {
  readonly collectionMethod: 'charge_automatically' | 'send_invoice'
  readonly netDays: number | null
  /** Whether there is a method that can be charged. */
  readonly hasMethod: boolean
}

/** What is asked for today: by card, or on an invoice that is expected at an instant. */
export function dueTodayOf(
  { collectionMethod, netDays }: Payer,
  { amount, currency, invoicedAt }: { amount: number; currency: string; invoicedAt: Date },
): DueToday {
  if (amount === 0) return { kind: 'no_charge' }
  if (collectionMethod === 'charge_automatically') {
    return { kind: 'charge_now', cents: amount, currency }
  }
  return {
    kind: 'invoice_later',
    cents: amount,
    netDays: netDays ?? 0,
    estimatedDate: invoicedAt.toISOString(),
  }
}

/** What the customer should know before it goes on. */
export function warningsOf(
  { collectionMethod, hasMethod }: Payer,
  {
    amount,
    shown,
    trialNeedsMethod = false,
  }: { amount: number; shown?: number | undefined; trialNeedsMethod?: boolean },
): Warning[] {
  const warnings: Warning[] = []
  if (trialNeedsMethod && !hasMethod) warnings.push({ code: 'trial_requires_payment_method' })
  if (amount > 0 && !hasMethod && collectionMethod === 'charge_automatically') {
    warnings.push({ code: 'customer_has_no_payment_method' })
  }
  if (shown !== undefined && shown !== amount) {
    warnings.push({ code: 'amount_changed', params: { shownCents: shown, dueCents: amount } })
  }
  return warnings
}

/** A bill of one line on which nothing is taken off and no tax comes. */
export const plainBill = (description: string, amount: number) => ({
  lineItems: [{ description, unitAmount: amount, quantity: 1, subtotal: amount }],
  subtotal: amount,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: amount,
})

/** A bill on which there is nothing. */
export const EMPTY_BILL = {
  lineItems: [],
  subtotal: 0,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: 0,
}

/** A line of a bill or an invoice; where tiers mix prices, all of it is one unit. */
export const lineItemOf = (line: PricedLine, isMuted = false): LineItem => ({
  description: line.description,
  unitAmount: line.unitAmount === null ? line.subtotal : toNearestNumber(line.unitAmount),
  quantity: line.unitAmount === null ? 1 : toNearestNumber(line.quantity),
  subtotal: line.subtotal,
  ...(isMuted && { muted: true }),
})

interface PricedLine {
  readonly description: string
  readonly quantity: Amount
  readonly unitAmount: Amount | null
  readonly subtotal: number
}

/** Lines and totals of a bill. */
export const renderBill = (bill: {
  readonly lines: readonly PricedLine[]
  readonly subtotal: number
  readonly discount: number
  readonly creditsApplied: number
  readonly tax: number
  readonly total: number
}) => ({
  lineItems: bill.lines.map((line) => lineItemOf(line)),
  subtotal: bill.subtotal,
  discount: bill.discount,
  creditsApplied: bill.creditsApplied,
  tax: bill.tax,
  total: bill.total,
})

/** What credits that are bought do to their wallet. */
export const creditImpactOf = (
  currency: { id: string; name: string; denomination: string; minorUnitScale: number },
  balance: Amount,
  credits: Amount,
): CreditImpact => ({
  creditCurrencyId: currency.id,
  currencyName: currency.name,
  denomination: currency.denomination,
  minorUnitScale: currency.minorUnitScale,
  currentBalance: toNearestNumber(balance),
  delta: toNearestNumber(credits),
  afterBalance: toNearestNumber(add(balance, credits)),
})
