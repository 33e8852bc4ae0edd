import type { InvoicePage, InvoicePaper } from '../paper/invoicePaper.core.ts'

type Line = InvoicePage['invoice']['lineItems'][number]
type Tax = InvoicePage['taxes'][number]

interface Sample {
  currency?: string
  timezone?: string
  lines?: readonly Partial<Line>[]
  tax?: Pick<Tax, 'name' | 'percentage' | 'isInclusive'> | null
  discount?: { name: string; amount: number } | null
  creditsApplied?: number
  invoice?: Partial<InvoicePage['invoice']>
  seller?: Partial<InvoicePage['seller']>
  buyer?: Partial<InvoicePage['buyer']>
  creditNotes?: readonly Partial<InvoicePage['creditNotes'][number]>[]
  endedAt?: string
  isTaxExempt?: boolean
}

const ISSUED = '2026-02-01T00:00:00.000Z'
const DUE = '2026-03-03T00:00:00.000Z'
const PERIOD = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: ISSUED }

/** Completes a partial line. */
const lineOf = (line: Partial<Line>): Line => {
  const { subtotal = 0, discount = 0, tax = 0 } = line
  return {
    id: 'line_1',
    type: 'recurring',
    description: 'Pro plan',
    planId: null,
    chargeId: null,
    metricId: null,
    quantity: 1,
    unitAmount: subtotal,
    subtotal,
    discount,
    tax,
    total: subtotal - discount + tax,
    ...PERIOD,
    ...line,
  }
}

/** An invoice to print, with figures that match its lines. */
export function samplePaper(sample: Sample = {}): InvoicePaper {
  const { currency = 'eur', timezone = 'UTC', creditsApplied = 0, discount = null } = sample
  const { tax = { name: 'VAT', percentage: 19, isInclusive: false } } = sample
  const lines = (sample.lines ?? [{ subtotal: 10_000, tax: 1_900 }]).map(lineOf)
  const sum = (pick: (line: Line) => number) => lines.reduce((all, line) => all + pick(line), 0)
  const subtotal = sum((line) => line.subtotal)
  const taxes = sum((line) => line.tax)
  const off = discount?.amount ?? 0
  const total = subtotal - off - creditsApplied + taxes
  const invoice: InvoicePage['invoice'] = {
    id: 'inv_1',
    number: 'INV-000042',
    customerId: 'customer-7',
    subscriptionId: null,
    status: 'open',
    collectionMethod: 'send_invoice',
    currency,
    subtotal,
    discount: off,
    creditsApplied,
    tax: taxes,
    total,
    amountDue: total,
    amountPaid: 0,
    issuedAt: ISSUED,
    dueAt: DUE,
    paidAt: null,
    nextAttemptAt: null,
    attemptCount: 0,
    ...PERIOD,
    createdAt: ISSUED,
    updatedAt: ISSUED,
    lineItems: lines,
    payments: [],
    ...sample.invoice,
  }
  const isOwed = invoice.status === 'open' || invoice.status === 'uncollectible'
  return {
    page: {
      invoice,
      branding: { name: 'Acme', logo: null, website: null, branding: null },
      seller: {
        name: 'Acme Software GmbH',
        email: 'billing@acme.example',
        address: ['Torstraße 1', '10119 Berlin', 'Germany'],
        country: null,
        taxId: 'DE811907980',
        footer: null,
        ...sample.seller,
      },
      buyer: {
        name: 'Example Customer Ltd',
        email: 'ap@customer.example',
        address: ['1 High Street', 'D02 XY45 Dublin'],
        country: 'IE',
        taxId: 'IE6388047V',
        ...sample.buyer,
      },
      taxes: tax ? [{ ...tax, taxable: subtotal - off, tax: taxes }] : [],
      creditNotes: (sample.creditNotes ?? []).map((note) => ({
        id: 'cn_1',
        number: 'CN-000001',
        invoiceId: invoice.id,
        customerId: invoice.customerId,
        amount: 0,
        tax: 0,
        currency,
        reason: null,
        refundIds: [],
        createdAt: ISSUED,
        ...note,
      })),
      amountLeft: isOwed ? invoice.amountDue - invoice.amountPaid : 0,
      canPay: isOwed,
      pdfPath: '/v1/invoices/inv_1/pdf',
    },
    discountName: discount?.name ?? null,
    endedAt: sample.endedAt ?? null,
    timezone,
    isTaxExempt: sample.isTaxExempt ?? false,
  }
}
