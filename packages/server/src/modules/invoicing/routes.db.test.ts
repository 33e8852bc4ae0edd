import type { Invoice } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InvoiceBench, startInvoiceBench } from './testing/invoiceBench.ts'

let bench: InvoiceBench
let mine: string
let other: string
let token: string
beforeAll(async () => {
  bench = await startInvoiceBench()
  await bench.customer('ada')
  await bench.customer('bob')
  mine = (await bench.invoice('ada', [1_000, 250])).id
  other = (await bench.invoice('bob', [700])).id
  const session = await bench.app.ok<{ token: string }>('createPortalSession', {
    body: { customerId: 'ada' },
  })
  token = session.token
})
afterAll(() => bench.stop())

const listed = async (query: Record<string, string | number>, caller: object = {}) => {
  const page = await bench.app.ok<{ data: Invoice[] }>('listInvoices', { query, ...caller })
  return page.data.map(({ id }) => id)
}
const portal = () => ({ token, key: null })

describe('the invoice API', () => {
  it('returns an invoice with its lines and payments', async () => {
    expect(await bench.detail(mine)).toMatchObject({
      id: mine,
      customerId: 'ada',
      status: 'open',
      collectionMethod: 'send_invoice',
      currency: 'usd',
      subtotal: 1_250,
      total: 1_250,
      amountDue: 1_250,
      lineItems: [
        { type: 'recurring', description: 'Pro', quantity: 1, unitAmount: 1_000, subtotal: 1_000 },
        { total: 250, periodStart: null },
      ],
      payments: [],
    })
  })

  it('lists pages of invoices, newest first, filtered by customer, status and subscription', async () => {
    bench.app.clock.advance({ minutes: 1 })
    const newest = (await bench.invoice('ada', [100])).id
    expect(await listed({ customerId: 'ada' })).toEqual([newest, mine])
    expect(await listed({})).toEqual([newest, expect.anything(), expect.anything()])
    expect(await listed({ status: 'paid' })).toEqual([])
    expect(await listed({ status: 'open', customerId: 'bob' })).toEqual([other])
    expect(await listed({ subscriptionId: 'sub_none' })).toEqual([])
    const first = await bench.app.ok<{ data: Invoice[]; nextCursor: string }>('listInvoices', {
      query: { limit: 2 },
    })
    expect(await listed({ cursor: first.nextCursor })).toHaveLength(1)
  })

  it('shows customers only their own invoices', async () => {
    expect(await listed({}, portal())).not.toContain(other)
    expect(await listed({}, portal())).toContain(mine)
    const see = (id: string) => bench.app.call('getInvoice', { params: { id }, ...portal() })
    expect((await see(mine)).status).toBe(200)
    expect((await see(other)).status).toBe(404)
    const pay = await bench.app.call('payInvoice', { params: { id: other }, body: {}, ...portal() })
    expect(pay.status).toBe(404)
  })

  it('answers 404 for missing invoices and for invoices of other merchants', async () => {
    const key = bench.app.other.sandbox.keys.full
    for (const operation of ['getInvoice', 'voidInvoice', 'markInvoiceUncollectible']) {
      for (const call of [
        { params: { id: 'inv_none' } },
        { params: { id: mine }, key },
        { params: { id: mine }, key: bench.app.live.keys.full },
      ]) {
        expect(await bench.app.fails(operation, call)).toMatchObject({ status: 404 })
      }
    }
    expect(await listed({}, { key })).toEqual([])
  })
})
