import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainJobs } from '../../../../test/harness/app/drainJobs.ts'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'

let bench: InvoiceBench
beforeAll(async () => {
  bench = await startInvoiceBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const moves = async (customerId: string) =>
  (await bench.ledger(customerId))
    .filter(({ reason }) => reason !== 'GRANT')
    .map(({ type, reason, amount, invoiceId }) => [type, reason, amount, invoiceId])
    .reverse()

describe('prepaid money', () => {
  it('pays as much of an invoice as it can, with ledger rows that name the invoice', async () => {
    await bench.customer('part')
    await bench.prepay('part', 400)
    const invoice = await bench.invoice('part', [1_000])
    expect(invoice).toMatchObject({ creditsApplied: 400, total: 600, status: 'open' })
    expect((await bench.wallet('part')).balance).toBe(0)
    expect(await moves('part')).toEqual([['DEBIT', 'INVOICE_PAYMENT', 400, invoice.id]])
  })

  it('pays a whole invoice if it suffices, from the grants that are spent first', async () => {
    await bench.customer('all')
    await bench.prepay('all', 700)
    await bench.prepay('all', 500, { priority: 1 })
    const invoice = await bench.invoice('all', [1_000])
    expect(invoice).toMatchObject({ creditsApplied: 1_000, total: 0, status: 'paid' })
    expect(await moves('all')).toEqual([
      ['DEBIT', 'INVOICE_PAYMENT', 500, invoice.id],
      ['DEBIT', 'INVOICE_PAYMENT', 500, invoice.id],
    ])
    expect((await bench.wallet('all')).balance).toBe(200)
  })

  it('pays in whole minor units and keeps the fraction', async () => {
    await bench.customer('odd')
    await bench.prepay('odd', 100.75)
    expect(await bench.invoice('odd', [1_000])).toMatchObject({ creditsApplied: 100, total: 900 })
    expect((await bench.wallet('odd')).balance).toBe(0.75)
  })

  it('is converted if the wallet counts in finer units than the currency', async () => {
    const { app } = bench
    await app.ok('createCreditCurrency', {
      body: {
        ...{ name: 'Fine', slug: 'fine', denomination: 'eur', minorUnitScale: 4 },
        applyToInvoices: true,
      },
    })
    await bench.customer('fine', { currency: 'eur' })
    await bench.prepay('fine', 12_345, { creditCurrencyId: 'fine' })
    const invoice = await bench.invoice('fine', [1_000], { currency: 'eur' })
    expect(invoice).toMatchObject({ creditsApplied: 123, total: 877 })
    expect((await bench.wallet('fine', 'fine')).balance).toBe(45)
    await bench.void(invoice)
    expect((await bench.wallet('fine', 'fine')).balance).toBe(12_345)
  })

  it('is not used in another currency, from a frozen wallet, or if its credit currency may not pay invoices', async () => {
    const { app } = bench
    await app.ok('createCreditCurrency', {
      body: { name: 'Tokens', slug: 'tokens', denomination: 'usd' },
    })
    await bench.customer('left', { currency: 'eur' })
    await bench.prepay('left', 500)
    await bench.prepay('left', 500, { creditCurrencyId: 'tokens' })
    const applied = async (currency: string) =>
      (await bench.invoice('left', [100], { currency })).creditsApplied
    expect(await applied('eur')).toBe(0)
    expect(await applied('usd')).toBe(100)
    await app.pool.query("UPDATE credit_accounts SET status = 'frozen' WHERE customer_id = 'left'")
    expect(await applied('usd')).toBe(0)
    expect((await bench.wallet('left', 'tokens')).balance).toBe(500)
    await app.pool.query("UPDATE credit_accounts SET status = 'active' WHERE customer_id = 'left'")
  })

  it('pays nothing once it has expired, even before the sweep', async () => {
    await bench.customer('late')
    const soon = new Date(bench.app.clock.now().getTime() + 60_000).toISOString()
    await bench.prepay('late', 300, { expiresAt: soon })
    await bench.prepay('late', 50)
    bench.app.clock.advance({ minutes: 1 })
    expect((await bench.prepare('late', [1_000])).creditsApplied).toBe(50)
    expect((await bench.invoice('late', [1_000])).creditsApplied).toBe(50)
  })

  it('triggers its auto-top-up rule, and the top-up waits for the next invoice', async () => {
    await bench.customer('low')
    await bench.prepay('low', 500)
    await bench.app.ok('setAutoTopUp', {
      params: { customerId: 'low', creditCurrencyId: 'money' },
      body: { mode: 'amount', topupAmount: 1_000, threshold: 100 },
    })
    await bench.invoice('low', [450])
    await drainJobs(bench.app)
    expect((await bench.wallet('low')).balance).toBe(1_050)
    expect(await bench.pending('low')).toEqual([{ amount: 1_000, type: 'topup', invoice_id: null }])
  })

  it('is used in full from many small grants', async () => {
    await bench.customer('small')
    for (let at = 0; at < 12; at += 1) await bench.prepay('small', 10)
    expect(await bench.invoice('small', [115])).toMatchObject({ creditsApplied: 115, total: 0 })
    expect((await bench.wallet('small')).balance).toBe(5)
  })

  it('returns to its grants if the invoice is voided, but expires with its grant', async () => {
    await bench.customer('back')
    const soon = new Date(bench.app.clock.now().getTime() + 60_000).toISOString()
    await bench.prepay('back', 300, { expiresAt: soon })
    await bench.prepay('back', 200)
    const invoice = await bench.invoice('back', [1_000])
    bench.app.clock.advance({ minutes: 2 })
    await bench.void(invoice)
    expect((await bench.wallet('back')).balance).toBe(200)
    expect(await moves('back')).toEqual([
      ['DEBIT', 'INVOICE_PAYMENT', 300, invoice.id],
      ['DEBIT', 'INVOICE_PAYMENT', 200, invoice.id],
      ['CREDIT', 'INVOICE_PAYMENT', 300, invoice.id],
      ['EXPIRE', 'EXPIRATION', 300, null],
      ['CREDIT', 'INVOICE_PAYMENT', 200, invoice.id],
    ])
  })

  it('returns to a wallet that was frozen in the meantime', async () => {
    await bench.customer('ice')
    await bench.prepay('ice', 200)
    const invoice = await bench.invoice('ice', [1_000])
    await bench.app.pool.query(
      "UPDATE credit_accounts SET status = 'frozen' WHERE customer_id = 'ice'",
    )
    await bench.void(invoice)
    expect((await bench.wallet('ice')).balance).toBe(200)
  })
})
