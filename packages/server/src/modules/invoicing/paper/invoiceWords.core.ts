import { renderMoney } from '@purser/contract'
import type { LineType } from '../invoice/invoice.core.ts'
import { isTaxed } from '../tax/lineTax.core.ts'
import type { InvoicePage, InvoicePaper } from './invoicePaper.core.ts'
import {
  daysBetween,
  printCountry,
  printDate,
  printNumber,
  printPeriod,
} from './paperFormat.core.ts'

export interface PartyWords {
  readonly name: string
  readonly lines: readonly string[]
}

export interface RowWords {
  readonly description: string
  readonly period: string | null
  /** Quantity, unit price, tax if there is any, and amount, in the order of the headings. */
  readonly figures: readonly string[]
}

export interface TotalWords {
  readonly label: string
  readonly value: string
  readonly isStrong: boolean
}

/** All text of a printed invoice, in reading order. */
export interface InvoiceWords {
  readonly number: string
  readonly stamp: { readonly text: string; readonly tone: 'good' | 'bad' } | null
  readonly isVoid: boolean
  readonly seller: PartyWords
  readonly buyer: PartyWords
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly headings: readonly string[]
  readonly rows: readonly RowWords[]
  readonly totals: readonly TotalWords[]
  /** Payments and credit notes, each under a separate heading. */
  readonly lists: readonly { readonly heading: string; readonly entries: readonly string[] }[]
  readonly notes: readonly string[]
  readonly footer: string | null
}

export function composeInvoiceWords(paper: InvoicePaper): InvoiceWords {
  const { page } = paper
  const { invoice, seller, taxes } = page
  return {
    number: invoice.number ?? '',
    stamp: stampOf(paper),
    isVoid: invoice.status === 'void',
    seller: partyOf(seller),
    buyer: partyOf(page.buyer),
    facts: factsOf(paper),
    headings: [
      'Description',
      'Quantity',
      'Unit price',
      ...(taxes.length > 0 ? ['Tax'] : []),
      'Amount',
    ],
    rows: rowsOf(paper),
    totals: totalsOf(paper),
    lists: [paymentsOf(paper), creditNotesOf(paper)].filter(({ entries }) => entries.length > 0),
    notes: notesOf(paper),
    footer: seller.footer,
  }
}

function stampOf({ page: { invoice }, endedAt, timezone }: InvoicePaper): InvoiceWords['stamp'] {
  const on = (at: string | null) => (at === null ? '' : ` on ${printDate(at, timezone)}`)
  switch (invoice.status) {
    case 'paid':
      return { text: `PAID${on(invoice.paidAt)}`, tone: 'good' }
    case 'partially_refunded':
      return { text: `PAID${on(invoice.paidAt)}, PARTLY REFUNDED`, tone: 'good' }
    case 'refunded':
      return { text: 'REFUNDED', tone: 'bad' }
    case 'void':
      return { text: `VOID${on(endedAt)}`, tone: 'bad' }
    default:
      return null
  }
}

function partyOf({ name, email, address, country, taxId }: InvoicePage['buyer']): PartyWords {
  return {
    name: name ?? email ?? '',
    lines: [
      ...address,
      ...(country === null ? [] : [printCountry(country)]),
      ...(taxId === null ? [] : [`Tax ID: ${taxId}`]),
      ...(email === null || name === null ? [] : [email]),
    ],
  }
}

function factsOf({ page: { invoice }, timezone }: InvoicePaper): InvoiceWords['facts'] {
  const { number, issuedAt, dueAt, periodStart, periodEnd, currency, customerId } = invoice
  return [
    ['Invoice number', number ?? ''],
    ...(issuedAt ? [['Issue date', printDate(issuedAt, timezone)] as const] : []),
    ...(dueAt ? [['Due date', printDate(dueAt, timezone)] as const] : []),
    ...(periodStart && periodEnd
      ? [['Service period', printPeriod(periodStart, periodEnd, timezone)] as const]
      : []),
    ['Currency', currency.toUpperCase()],
    ['Customer', customerId],
  ]
}

function rowsOf({ page: { invoice, taxes }, timezone }: InvoicePaper): RowWords[] {
  const { currency } = invoice
  return invoice.lineItems.map((line) => ({
    description: line.description,
    period:
      line.periodStart && line.periodEnd
        ? printPeriod(line.periodStart, line.periodEnd, timezone)
        : null,
    figures: [
      printNumber(line.quantity),
      line.unitAmount === null ? 'tiered' : renderMoney(line.unitAmount, currency),
      ...taxes.slice(0, 1).map(({ percentage }) => taxOf(line.type, percentage)),
      renderMoney(line.subtotal, currency),
    ],
  }))
}

const taxOf = (type: LineType, percentage: number): string =>
  isTaxed(type) ? `${printNumber(percentage)}%` : 'none'

function totalsOf({ page, discountName }: InvoicePaper): TotalWords[] {
  const { invoice, taxes, amountLeft } = page
  const money = (amount: number) => renderMoney(amount, invoice.currency)
  const totals: TotalWords[] = []
  const say = (label: string, amount: number, isStrong = false) =>
    totals.push({ label, value: money(amount), isStrong })
  const { subtotal, discount, creditsApplied, tax, total, amountDue, amountPaid } = invoice
  say('Subtotal', subtotal)
  if (discount !== 0) {
    say(discountName === null ? 'Discount' : `Discount (${discountName})`, -discount)
    say('Net amount', subtotal - discount)
  }
  for (const { name, percentage, taxable, tax: ofRate } of taxes) {
    say(`${name} ${printNumber(percentage)}% on ${money(taxable)}`, ofRate)
  }
  say(`Total ${invoice.currency.toUpperCase()}`, subtotal - discount + tax, true)
  if (creditsApplied > 0) {
    say('Prepaid credits applied', -creditsApplied)
    say('Payable', total)
  }
  if (total > amountDue) say('Credited', amountDue - total)
  if (amountPaid > 0) say('Amount paid', -amountPaid)
  say('Amount due', amountLeft, true)
  return totals
}

function paymentsOf({ page: { invoice }, timezone }: InvoicePaper) {
  const succeeded = invoice.payments.filter(({ status }) => status === 'succeeded')
  return {
    heading: 'Payments',
    entries: succeeded.map(
      ({ amount, currency, completedAt, createdAt }) =>
        `${printDate(completedAt ?? createdAt, timezone)}: ${renderMoney(amount, currency)}`,
    ),
  }
}

function creditNotesOf({ page: { creditNotes, taxes }, timezone }: InvoicePaper) {
  return {
    heading: 'Credit notes',
    entries: creditNotes.map(({ number, createdAt, amount, tax, currency, reason }) => {
      const taxPart = taxes.length > 0 ? `, including ${renderMoney(-tax, currency)} tax` : ''
      const why = reason === null ? '' : ` (${reason})`
      return `${number}, ${printDate(createdAt, timezone)}: ${renderMoney(-amount, currency)}${taxPart}${why}`
    }),
  }
}

function notesOf({ page: { invoice, taxes }, isTaxExempt, timezone }: InvoicePaper): string[] {
  const inclusive = taxes.filter(({ isInclusive }) => isInclusive)
  return [
    ...termsOf(invoice, timezone),
    ...(isTaxExempt && taxes.length === 0 ? ['Tax exempt: no tax is charged.'] : []),
    ...inclusive.map(
      ({ name, percentage }) =>
        `Unit prices include ${printNumber(percentage)}% ${name}; amounts are shown without it.`,
    ),
  ]
}

function termsOf(invoice: InvoicePage['invoice'], timezone: string): string[] {
  const { status, total, collectionMethod, issuedAt, dueAt } = invoice
  if (status === 'void') return ['This invoice is void. No payment is due.']
  if (total === 0 || issuedAt === null || dueAt === null) return []
  if (collectionMethod === 'charge_automatically') {
    return ['Payment terms: charged automatically to the payment method on file.']
  }
  const days = daysBetween(issuedAt, dueAt, timezone)
  const within = days <= 0 ? 'on receipt' : `within ${days} ${days === 1 ? 'day' : 'days'}`
  return [`Payment terms: payable ${within}, by ${printDate(dueAt, timezone)}.`]
}
