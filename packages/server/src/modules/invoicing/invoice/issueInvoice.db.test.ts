import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { billLine, readCustomer } from '../testing/billLines.ts'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'
import { issueInvoice } from './finalizeInvoice.ts'
import { findInvoice } from './invoice.sql.ts'
import { listInvoiceLines, listLinesBilledAhead } from './invoiceLines.sql.ts'

let bench: InvoiceBench
beforeAll(async () => {
  bench = await startInvoiceBench()
})
beforeEach(() => {
  bench.tax = null
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const DAY_MS = 86_400_000

describe('issuing an invoice', () => {
  it('stores the invoice with its billed lines and sends events', async () => {
    await bench.customer('ada', { name: 'Ada', country: 'DE', netDays: 14 })
    bench.tax = { name: 'VAT', percentage: 19, isInclusive: false }
    const at = bench.app.clock.now()
    const invoice = await bench.invoice('ada', [1_000, billLine(500, { isDiscountable: false })], {
      discount: { name: 'TENOFF', percentOff: 10, amountOff: null },
      periodStart: at,
      periodEnd: new Date(at.getTime() + 30 * DAY_MS),
    })
    expect(invoice).toMatchObject({
      status: 'open',
      subtotal: 1_500,
      discount: 100,
      tax: 266,
      total: 1_666,
      amountDue: 1_666,
      amountPaid: 0,
      discountName: 'TENOFF',
      taxTerms: { name: 'VAT', percentage: 19, isInclusive: false },
      issuedAt: at,
      dueAt: new Date(at.getTime() + 14 * DAY_MS),
      nextAttemptAt: null,
      attemptCount: 0,
    })
    expect(invoice.number).toMatch(/^INV-\d{6}$/)
    const { environmentId } = bench.app.sandbox
    await withTransaction(bench.app.db, async (tx) => {
      expect(await findInvoice(tx, environmentId, invoice.id)).toEqual(invoice)
      const lines = await listInvoiceLines(tx, environmentId, invoice.id)
      expect(
        lines.map(({ subtotal, discount, tax, total }) => [subtotal, discount, tax, total]),
      ).toEqual([
        [1_000, 100, 171, 1_071],
        [500, 0, 95, 595],
      ])
    })
    expect(await bench.eventTypesOf('ada')).toEqual(['invoice.finalized'])
  })

  it('stores the seller and buyer, and later changes do not affect them', async () => {
    await bench.customer('eve', { name: 'Eve', email: 'eve@example.com', country: 'FR' })
    const invoice = await bench.invoice('eve', [100])
    await bench.customer('eve', { name: 'Eve Ltd' })
    const { rows } = await bench.app.pool.query(
      'SELECT seller, buyer FROM invoices WHERE id = $1',
      [invoice.id],
    )
    expect(rows[0]).toMatchObject({
      seller: { legalName: 'Acme', address: [] },
      buyer: { name: 'Eve', email: 'eve@example.com', country: 'FR', taxId: null },
    })
  })

  it('schedules an immediate charge if the customer is charged automatically', async () => {
    await bench.customer('auto', { kind: 'plg' })
    const invoice = await bench.invoice('auto', [100], { collectionMethod: 'charge_automatically' })
    expect(invoice).toMatchObject({
      status: 'open',
      dueAt: invoice.issuedAt,
      nextAttemptAt: invoice.issuedAt,
    })
  })

  it('marks the invoice as paid if nothing is left to pay', async () => {
    await bench.customer('free', { kind: 'plg' })
    const invoice = await bench.invoice('free', [1_000], {
      discount: { name: 'ALL', percentOff: 100, amountOff: null },
      collectionMethod: 'charge_automatically',
    })
    expect(invoice).toMatchObject({ status: 'paid', total: 0, nextAttemptAt: null })
    expect(invoice.paidAt).toEqual(invoice.issuedAt)
    expect(await bench.eventTypesOf('free')).toEqual(['invoice.finalized', 'invoice.paid'])
  })

  it('creates no invoice and takes no number if there is nothing to bill', async () => {
    await bench.customer('nil')
    const before = await bench.invoice('nil', [1])
    expect(await bench.issue('nil', [0])).toBeNull()
    expect(await bench.issue('nil', [])).toBeNull()
    const after = await bench.invoice('nil', [1])
    expect(numberOf(after)).toBe(numberOf(before) + 1)
  })

  it('matches the prepared bill to the cent', async () => {
    await bench.customer('sure')
    await bench.prepay('sure', 350)
    await bench.append('sure', 700)
    bench.tax = { name: 'VAT', percentage: 7.7, isInclusive: true }
    const lines = [1_999, -333, billLine(17, { isDiscountable: false })]
    const more = { discount: { name: 'OFF', percentOff: null, amountOff: 101 } }
    const { lines: prepared, carried, ...totals } = await bench.prepare('sure', lines, more)
    expect(carried).toBe(0)
    expect(await bench.invoice('sure', lines, more)).toMatchObject(totals)
    expect(prepared).toHaveLength(4)
  })
})

const numberOf = ({ number }: { number: string | null }) => Number(number?.slice(4))

describe('invoice numbers', () => {
  it('have no gaps, even if some of many concurrent transactions fail', async () => {
    const { other, pool, db } = bench.app
    const scope = other.sandbox.scope()
    const ids = Array.from({ length: 25 }, (_, at) => `many-${at}`)
    for (const id of ids) {
      await bench.app.ok('putCustomer', {
        params: { customerId: id },
        body: {},
        key: other.sandbox.keys.full,
      })
    }
    const issue = (customerId: string, fails: boolean) =>
      withTransaction(db, async (tx) => {
        const at = scope.now
        const customer = await readCustomer(tx, scope.environmentId, customerId)
        await issueInvoice(tx, { taxFor: () => Promise.resolve(null) }, scope, {
          ...{ customer, currency: 'usd', lines: [billLine(100)], discount: null, at },
          ...{ takesPending: false, subscriptionId: null, reason: 'pending_lines' },
          ...{ cycleStart: null, collectionMethod: 'send_invoice' },
          ...{ periodStart: null, periodEnd: null },
        })
        if (fails) throw new Error('thrown away')
      })
    const waiting = Array.from({ length: 75 }, (_, at) => at)
    let failed = 0
    const lane = async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        await issue(ids[at % ids.length] ?? '', at % 3 === 0).catch((error: Error) => {
          expect(error.message).toBe('thrown away')
          failed += 1
        })
      }
    }
    await Promise.all(Array.from({ length: 10 }, lane))
    expect(failed).toBe(25)
    const { rows } = await pool.query<{ number: string }>(
      'SELECT number FROM invoices WHERE environment_id = $1 ORDER BY number',
      [scope.environmentId],
    )
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, at) => `INV-${String(at + 1).padStart(6, '0')}`),
    )
  })
})

describe('a finalized invoice', () => {
  it.each([
    'UPDATE invoices SET total = total + 1',
    "UPDATE invoices SET number = 'INV-1'",
    'DELETE FROM invoices',
    'UPDATE invoice_lines SET description = description',
    'DELETE FROM invoice_lines',
  ])('cannot be edited by the application: %s', async (statement) => {
    await expect(bench.app.pool.query(statement)).rejects.toThrow(/permission denied/)
  })
})

describe('pending lines', () => {
  it('are billed once, by an invoice in their currency', async () => {
    await bench.customer('slg')
    await bench.append('slg', 700)
    await bench.append('slg', 300, { type: 'credit_package' })
    await bench.append('slg', 900, { currency: 'eur' })
    const invoice = await bench.invoice('slg', [1_000])
    expect(invoice.total).toBe(2_000)
    expect(await bench.pending('slg')).toEqual([
      { amount: 700, type: 'topup', invoice_id: invoice.id },
      { amount: 300, type: 'credit_package', invoice_id: invoice.id },
      { amount: 900, type: 'topup', invoice_id: null },
    ])
    expect((await bench.invoice('slg', [1_000])).total).toBe(1_000)
  })

  it('stay pending if an invoice is issued without them', async () => {
    await bench.customer('not')
    await bench.append('not', 700)
    expect((await bench.invoice('not', [1_000], { takesPending: false })).total).toBe(1_000)
    expect(await bench.pending('not')).toMatchObject([{ invoice_id: null }])
  })

  it('carry over a credit until an invoice is large enough for it', async () => {
    await bench.customer('back')
    bench.tax = { name: 'VAT', percentage: 20, isInclusive: false }
    expect(await bench.invoice('back', [400, -1_000])).toMatchObject({
      status: 'paid',
      subtotal: 0,
      tax: 0,
      total: 0,
    })
    expect(await bench.pending('back')).toEqual([
      { amount: -600, type: 'proration', invoice_id: null },
    ])
    expect(await bench.issue('back', [])).toBeNull()
    expect(await bench.invoice('back', [100])).toMatchObject({ total: 0 })
    expect(await bench.invoice('back', [1_500])).toMatchObject({
      subtotal: 1_000,
      tax: 200,
      total: 1_200,
    })
  })
})

describe('the lines that a subscription has paid in advance', () => {
  it('have the price less the discount, and exclude usage and void invoices', async () => {
    await bench.customer('sub')
    const { app } = bench
    const start = app.clock.now()
    const end = new Date(start.getTime() + 30 * DAY_MS)
    const subscriptionId = 'sub_x'
    const mine = {
      ...{ subscriptionId, planId: 'plan_x', chargeId: 'chg_x' },
      ...{ periodStart: start, periodEnd: end },
    }
    const lines = [
      billLine(1_000, mine),
      billLine(-250, { ...mine, type: 'proration', isDiscountable: false }),
      billLine(70, { ...mine, type: 'usage' }),
      billLine(80, { ...mine, chargeId: null }),
      billLine(90, { ...mine, subscriptionId: 'sub_y' }),
      billLine(60, { ...mine, periodEnd: new Date(start.getTime() + 1) }),
    ]
    const discount = { name: 'OFF', percentOff: 50, amountOff: null }
    bench.tax = { name: 'VAT', percentage: 20, isInclusive: false }
    await bench.invoice('sub', lines, { discount })
    bench.tax = { name: 'VAT', percentage: 20, isInclusive: true }
    await bench.invoice('sub', lines.slice(0, 1), { discount })
    await bench.void(await bench.invoice('sub', lines.slice(0, 1)))
    const of = { customerId: 'sub', subscriptionIds: [subscriptionId], after: new Date(+start + 1) }
    const prepaid = await withTransaction(app.db, (tx) =>
      listLinesBilledAhead(tx, app.sandbox.environmentId, of),
    )
    expect(prepaid.map(({ amount }) => amount)).toEqual([500, -250, 500])
    expect(prepaid[0]).toEqual({ ...mine, description: 'Pro', amount: 500 })
  })
})
