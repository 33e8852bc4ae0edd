import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'

let bench: InvoiceBench
beforeAll(async () => {
  bench = await startInvoiceBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const giveUp = (operation: 'voidInvoice' | 'markInvoiceUncollectible', id: string) =>
  bench.app.ok(operation, { params: { id } })

describe('voiding an invoice', () => {
  it('ends the invoice, returns prepaid money and releases pending lines', async () => {
    await bench.customer('ada')
    await bench.prepay('ada', 400)
    await bench.append('ada', 700)
    const { id } = await bench.invoice('ada', [1_000])
    bench.app.clock.advance({ hours: 1 })
    const ended = await giveUp('voidInvoice', id)
    expect(ended).toMatchObject({ id, status: 'void', total: 1_300, creditsApplied: 400 })
    expect((await bench.wallet('ada')).balance).toBe(400)
    expect(await bench.pending('ada')).toMatchObject([{ amount: 700, invoice_id: null }])
    expect(await bench.eventTypesOf('ada')).toEqual(['invoice.finalized', 'invoice.voided'])
    expect(await bench.detail(id)).toEqual(ended)
    const again = await bench.invoice('ada', [1_000])
    expect(again).toMatchObject({ creditsApplied: 400, total: 1_300 })
  })

  it('is rejected for a paid or void invoice and changes nothing', async () => {
    await bench.customer('done')
    await bench.prepay('done', 100)
    const paid = await bench.invoice('done', [100])
    const gone = await bench.invoice('done', [100])
    await giveUp('voidInvoice', gone.id)
    for (const { id } of [paid, gone]) {
      for (const operation of ['voidInvoice', 'markInvoiceUncollectible']) {
        expect(await bench.app.fails(operation, { params: { id } })).toMatchObject({
          status: 409,
          code: 'invalid_state',
        })
      }
    }
    expect((await bench.wallet('done')).balance).toBe(0)
    expect((await bench.detail(paid.id)).status).toBe('paid')
  })

  it('is rejected if the invoice is partly paid', async () => {
    await bench.customer('part')
    const { id } = await bench.invoice('part', [1_000])
    await bench.app.ok('recordInvoicePayment', { params: { id }, body: { amount: 400 } })
    expect(await bench.app.fails('voidInvoice', { params: { id } })).toMatchObject({ status: 409 })
    expect(await bench.detail(id)).toMatchObject({ status: 'open', amountPaid: 400 })
    expect(await giveUp('markInvoiceUncollectible', id)).toMatchObject({ amountPaid: 400 })
  })

  it('is rejected while a payment is open', async () => {
    await bench.customer('busy', { kind: 'plg' })
    const { id } = await bench.invoice('busy', [1_000])
    await bench.app.ok('payInvoice', { params: { id }, body: { forceForm: true } })
    for (const operation of ['voidInvoice', 'markInvoiceUncollectible']) {
      const refused = await bench.app.fails(operation, { params: { id } })
      expect(refused).toMatchObject({ status: 409, code: 'invalid_state' })
      expect(refused.message).toMatch(/in progress/)
    }
    expect((await bench.detail(id)).status).toBe('open')
  })

  it('happens once for concurrent requests', async () => {
    await bench.customer('race')
    await bench.prepay('race', 500)
    const { id } = await bench.invoice('race', [1_000])
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => bench.app.call('voidInvoice', { params: { id } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await bench.wallet('race')).balance).toBe(500)
  })
})

describe('marking an invoice as uncollectible', () => {
  it('keeps the prepaid money applied, and the invoice can still be voided', async () => {
    await bench.customer('lost')
    await bench.prepay('lost', 400)
    await bench.append('lost', 700)
    const { id } = await bench.invoice('lost', [1_000])
    expect(await giveUp('markInvoiceUncollectible', id)).toMatchObject({
      status: 'uncollectible',
      nextAttemptAt: null,
      amountDue: 1_300,
    })
    expect((await bench.wallet('lost')).balance).toBe(0)
    expect(await bench.pending('lost')).toMatchObject([{ invoice_id: id }])
    expect(await giveUp('voidInvoice', id)).toMatchObject({ status: 'void' })
    expect((await bench.wallet('lost')).balance).toBe(400)
  })
})
