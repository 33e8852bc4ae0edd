import type { CheckoutPreview } from '@purser/contract'
import { type Amount, add, toNearestNumber } from '../../../kernel/amount.ts'
import type { CreditImpact } from '../../subscriptions/index.ts'

type DueToday = CheckoutPreview['dueToday']
type Warning = CheckoutPreview['warnings'][number]
type LineItem = CheckoutPreview['lineItems'][number]

/** The customer's billing settings that affect a preview. */
export interface Payer {
  readonly collectionMethod: 'charge_automatically' | 'send_invoice'
  readonly netDays: number | null
  /** True when a chargeable payment method is on file. */
  readonly hasMethod: boolean
}

/** The amount due: charged now, or put on an invoice expected at `invoicedAt`. */
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

/** Warnings to show before the customer continues. */
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

/** A bill with one line, no discount and no tax. */
export const plainBill = (description: string, amount: number) => ({
  lineItems: [{ description, unitAmount: amount, quantity: 1, subtotal: amount }],
  subtotal: amount,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: amount,
})

export const EMPTY_BILL = {
  lineItems: [],
  subtotal: 0,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: 0,
}

/** A line with several unit prices is shown as one unit at the price of the whole line. */
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

/** The wallet's balance before and after the purchase. */
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
