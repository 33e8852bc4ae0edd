import { describe, expect, it } from 'vitest'
import { samplePaper } from '../testing/samplePaper.ts'
import { composeInvoiceWords } from './invoiceWords.core.ts'

const totalsOf = (paper = samplePaper()) =>
  composeInvoiceWords(paper).totals.map(({ label, value }) => `${label}: ${value}`)

describe('the text of an invoice', () => {
  it('names the seller, the buyer and the dates', () => {
    const words = composeInvoiceWords(samplePaper())
    expect(words.seller).toEqual({
      name: 'Acme Software GmbH',
      lines: [
        'Torstraße 1',
        '10119 Berlin',
        'Germany',
        'Tax ID: DE811907980',
        'billing@acme.example',
      ],
    })
    expect(words.buyer).toEqual({
      name: 'Example Customer Ltd',
      lines: [
        '1 High Street',
        'D02 XY45 Dublin',
        'Ireland',
        'Tax ID: IE6388047V',
        'ap@customer.example',
      ],
    })
    expect(words.facts).toEqual([
      ['Invoice number', 'INV-000042'],
      ['Issue date', '1 Feb 2026'],
      ['Due date', '3 Mar 2026'],
      ['Service period', '1 Jan 2026 – 31 Jan 2026'],
      ['Currency', 'EUR'],
      ['Customer', 'customer-7'],
    ])
    expect(words.notes).toEqual(['Payment terms: payable within 30 days, by 3 Mar 2026.'])
    expect(words.stamp).toBeNull()
  })

  it('names the buyer by email if there is no name', () => {
    const { buyer } = composeInvoiceWords(
      samplePaper({ buyer: { name: null, address: [], country: null, taxId: null } }),
    )
    expect(buyer).toEqual({ name: 'ap@customer.example', lines: [] })
  })

  it('shows each line with period, quantity, full unit price, tax and net amount', () => {
    const { headings, rows } = composeInvoiceWords(
      samplePaper({
        lines: [
          { description: 'Tokens', quantity: 1_234.5, unitAmount: 0.0015, subtotal: 2, tax: 0 },
          { description: 'Storage', unitAmount: null, subtotal: 300, tax: 57, periodStart: null },
          { description: 'Money', type: 'topup', subtotal: 500 },
          { description: 'Unused time', subtotal: -200, tax: -38 },
        ],
      }),
    )
    expect(headings).toEqual(['Description', 'Quantity', 'Unit price', 'Tax', 'Amount'])
    const period = '1 Jan 2026 – 31 Jan 2026'
    expect(rows).toEqual([
      { description: 'Tokens', period, figures: ['1,234.5', '€0.000015', '19%', '€0.02'] },
      { description: 'Storage', period: null, figures: ['1', 'tiered', '19%', '€3.00'] },
      { description: 'Money', period, figures: ['1', '€5.00', 'none', '€5.00'] },
      { description: 'Unused time', period, figures: ['1', '-€2.00', '19%', '-€2.00'] },
    ])
  })

  it('shows every step from the subtotal to the amount due', () => {
    const paper = samplePaper({
      lines: [{ subtotal: 10_000, discount: 1_000, tax: 1_710 }],
      discount: { name: 'WELCOME10', amount: 1_000 },
      creditsApplied: 710,
      invoice: { amountDue: 9_000, amountPaid: 4_000 },
    })
    expect(totalsOf(paper)).toEqual([
      'Subtotal: €100.00',
      'Discount (WELCOME10): -€10.00',
      'Net amount: €90.00',
      'VAT 19% on €90.00: €17.10',
      'Total EUR: €107.10',
      'Prepaid credits applied: -€7.10',
      'Payable: €100.00',
      'Credited: -€10.00',
      'Amount paid: -€40.00',
      'Amount due: €50.00',
    ])
    expect(totalsOf()).toEqual([
      'Subtotal: €100.00',
      'VAT 19% on €100.00: €19.00',
      'Total EUR: €119.00',
      'Amount due: €119.00',
    ])
    const strong = composeInvoiceWords(paper).totals.filter(({ isStrong }) => isStrong)
    expect(strong.map(({ label }) => label)).toEqual(['Total EUR', 'Amount due'])
  })

  it('shows no tax if there is none, and gives the reason', () => {
    const exempt = samplePaper({ tax: null, lines: [{ subtotal: 100 }], isTaxExempt: true })
    const words = composeInvoiceWords(exempt)
    expect(words.headings).not.toContain('Tax')
    expect(words.rows[0]?.figures).toHaveLength(3)
    expect(words.notes).toContain('Tax exempt: no tax is charged.')
    const untaxed = composeInvoiceWords(samplePaper({ tax: null, lines: [{ subtotal: 100 }] }))
    expect(untaxed.notes.join()).not.toContain('exempt')
  })

  it('states that prices include tax', () => {
    const tax = { name: 'USt', percentage: 19, isInclusive: true }
    expect(composeInvoiceWords(samplePaper({ tax })).notes).toContain(
      'Unit prices include 19% USt; amounts are shown without it.',
    )
  })

  it.each([
    ['paid', { text: 'PAID on 5 Feb 2026', tone: 'good' }],
    ['partially_refunded', { text: 'PAID on 5 Feb 2026, PARTLY REFUNDED', tone: 'good' }],
    ['refunded', { text: 'REFUNDED', tone: 'bad' }],
    ['void', { text: 'VOID on 6 Feb 2026', tone: 'bad' }],
    ['uncollectible', null],
  ] as const)('shows the stamp for the status %s', (status, stamp) => {
    const paper = samplePaper({
      invoice: { status, paidAt: '2026-02-05T12:00:00.000Z' },
      endedAt: '2026-02-06T12:00:00.000Z',
    })
    expect(composeInvoiceWords(paper)).toMatchObject({ stamp, isVoid: status === 'void' })
  })

  it('states how it is collected', () => {
    const notes = (invoice: object) => composeInvoiceWords(samplePaper({ invoice })).notes
    expect(notes({ collectionMethod: 'charge_automatically' })).toEqual([
      'Payment terms: charged automatically to the payment method on file.',
    ])
    expect(notes({ dueAt: '2026-02-01T00:00:00.000Z' })).toEqual([
      'Payment terms: payable on receipt, by 1 Feb 2026.',
    ])
    expect(notes({ status: 'void' })).toEqual(['This invoice is void. No payment is due.'])
    expect(notes({ total: 0 })).toEqual([])
  })

  it('lists payments and credit notes', () => {
    const payment = { status: 'succeeded', amount: 4_000, currency: 'eur' }
    const times = { createdAt: '2026-02-02T00:00:00.000Z', completedAt: '2026-02-03T00:00:00.000Z' }
    const { lists } = composeInvoiceWords(
      samplePaper({
        invoice: {
          payments: [
            { ...payment, ...times },
            { ...payment, status: 'failed' },
          ] as never,
        },
        creditNotes: [
          { number: 'CN-000001', amount: 1_190, tax: 190, reason: 'Outage' },
          { number: 'CN-000002', amount: 119, tax: 19 },
        ],
      }),
    )
    expect(lists).toEqual([
      { heading: 'Payments', entries: ['3 Feb 2026: €40.00'] },
      {
        heading: 'Credit notes',
        entries: [
          'CN-000001, 1 Feb 2026: -€11.90, including -€1.90 tax (Outage)',
          'CN-000002, 1 Feb 2026: -€1.19, including -€0.19 tax',
        ],
      },
    ])
  })
})
