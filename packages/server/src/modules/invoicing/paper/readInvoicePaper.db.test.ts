import type { endpoints, ResponseOf } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLine } from '../testing/billLines.ts'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'
import { readPdfText } from '../testing/readPdfText.ts'

type Page = ResponseOf<(typeof endpoints)['getInvoicePage']>

let bench: InvoiceBench
beforeAll(async () => {
  bench = await startInvoiceBench()
})
afterAll(() => bench.stop())

const seller = {
  legalName: 'Acme Software GmbH',
  address: ['Torstraße 1', '10119 Berlin', 'Germany'],
  taxId: 'DE811907980',
  email: 'billing@acme.example',
  footer: 'IBAN DE02',
}
const buyer = {
  name: 'Ромашка <img onerror=x>',
  email: 'ap@customer.example',
  country: 'IE',
  region: 'Leinster',
  address: { line1: '1 High Street', line2: null, city: 'Dublin', postalCode: 'D02 XY45' },
  taxId: 'IE6388047V',
  timezone: 'Europe/Dublin',
}
const sellAs = (of: typeof seller | null) =>
  bench.app.ok('updateOrganization', { body: { name: 'Acme', seller: of } })
const page = (id: string, caller: object = {}) =>
  bench.app.ok<Page>('getInvoicePage', { params: { id }, ...caller })
const pdf = async (id: string) => {
  const { body, headers, status } = await bench.app.call('getInvoicePdf', { params: { id } })
  expect(status).toBe(200)
  return { bytes: body as Uint8Array, headers }
}

describe("an invoice's page", () => {
  it('shows the seller and buyer as they were when it was finalized', async () => {
    await sellAs(seller)
    await bench.customer('ada', buyer)
    const { id } = await bench.invoice('ada', [10_000])
    const before = await page(id)
    expect(before).toMatchObject({
      invoice: { id, total: 10_000, lineItems: [{ subtotal: 10_000 }] },
      branding: { name: 'Acme' },
      seller: {
        name: 'Acme Software GmbH',
        address: seller.address,
        taxId: 'DE811907980',
        email: 'billing@acme.example',
        footer: 'IBAN DE02',
      },
      buyer: {
        name: 'Ромашка <img onerror=x>',
        email: 'ap@customer.example',
        address: ['1 High Street', 'Dublin', 'Leinster', 'D02 XY45'],
        country: 'IE',
        taxId: 'IE6388047V',
      },
      taxes: [],
      creditNotes: [],
      amountLeft: 10_000,
      canPay: true,
      pdfPath: `/v1/invoices/${id}/pdf`,
    })
    const printed = (await pdf(id)).bytes
    await sellAs({ ...seller, legalName: 'Renamed' })
    await bench.customer('ada', { name: 'Married', address: null, timezone: 'Asia/Tokyo' })
    expect(await page(id)).toEqual(before)
    expect((await pdf(id)).bytes).toEqual(printed)
    await bench.app.ok('recordInvoicePayment', { params: { id }, body: {} })
    await bench.app.ok('deleteCustomer', { params: { customerId: 'ada' } })
    const { seller: sold, buyer: bought } = before as Record<string, unknown>
    expect(await page(id)).toMatchObject({ seller: sold, buyer: bought })
  })

  it("shows the merchant's name if no seller is set", async () => {
    await sellAs(null)
    await bench.customer('plain')
    const { id } = await bench.invoice('plain', [100])
    expect(await page(id)).toMatchObject({
      seller: { name: 'Acme', address: [], taxId: null, footer: null },
      buyer: { name: null, address: [], country: null },
    })
    expect(readPdfText((await pdf(id)).bytes)).toContain('$1.00')
  })

  it('shows the tax of each rate, without untaxed lines', async () => {
    bench.tax = { name: 'VAT', percentage: 23, isInclusive: false }
    await bench.customer('taxed')
    const lines = [billLine(10_000), billLine(5_000, { type: 'topup' })]
    const { id } = await bench.invoice('taxed', lines)
    bench.tax = null
    const taxes = [{ name: 'VAT', percentage: 23, isInclusive: false, taxable: 10_000, tax: 2_300 }]
    expect(await page(id)).toMatchObject({ taxes, amountLeft: 17_300 })
    expect(readPdfText((await pdf(id)).bytes)).toContain('VAT 23% on $100.00')
  })

  it('shows the remaining amount and whether it can be paid', async () => {
    await bench.customer('payer')
    const { id } = await bench.invoice('payer', [1_000])
    const record = (amount: number) =>
      bench.app.ok('recordInvoicePayment', { params: { id }, body: { amount } })
    await record(400)
    expect(await page(id)).toMatchObject({ amountLeft: 600, canPay: true })
    await record(600)
    expect(await page(id)).toMatchObject({ amountLeft: 0, canPay: false })
    expect(readPdfText((await pdf(id)).bytes)).toMatch(
      /PAID on 15 Jan 2026[\s\S]*Payments[\s\S]*\$6\.00/,
    )
  })

  it('offers a payment only if the payment would be accepted', async () => {
    await bench.customer('busy', { kind: 'plg' })
    const { id } = await bench.invoice('busy', [1_000])
    const pay = (body: object) => bench.app.call('payInvoice', { params: { id }, body })
    expect((await pay({ forceForm: true })).status).toBe(200)
    // The same form may be opened again.
    expect(await page(id)).toMatchObject({ amountLeft: 1_000, canPay: true })
    expect((await pay({})).status).toBe(200)
    const body = { customerId: 'busy', behaviour: 'success', isDefault: true }
    await bench.app.ok('attachSandboxPaymentMethod', { body })
    expect(await page(id)).toMatchObject({ amountLeft: 1_000, canPay: false })
    expect((await pay({})).status).toBe(409)
  })

  it('shows its credit notes, oldest first', async () => {
    await bench.customer('credited')
    const { id } = await bench.invoice('credited', [1_000])
    for (const amount of [100, 200]) {
      const body = { amount, reason: `Reason ${amount}` }
      await bench.app.ok('createCreditNote', { params: { id }, body })
      bench.app.clock.advance({ minutes: 1 })
    }
    const { creditNotes, amountLeft } = await page(id)
    expect(creditNotes.map(({ amount }) => amount)).toEqual([100, 200])
    expect(amountLeft).toBe(700)
    const said = readPdfText((await pdf(id)).bytes)
    expect(said).toContain(`${creditNotes[1]?.number}, 15 Jan 2026: -$2.00 (Reason 200)`)
    expect(said).toContain('Credited')
  })

  it('requests no payment if the invoice is void', async () => {
    await bench.customer('voided')
    const invoice = await bench.invoice('voided', [1_000])
    await bench.void(invoice)
    expect(await page(invoice.id)).toMatchObject({ amountLeft: 0, canPay: false })
    expect(readPdfText((await pdf(invoice.id)).bytes)).toContain('VOID on 15 Jan 2026')
  })
})

describe("an invoice's PDF", () => {
  it('is a file named after the invoice number, with the same bytes each time', async () => {
    await bench.customer('file', { country: 'US', timezone: 'America/New_York' })
    const { id, number } = await bench.invoice('file', [1_000])
    const { bytes, headers } = await pdf(id)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-')
    bench.app.clock.advance({ days: 3 })
    expect((await pdf(id)).bytes).toEqual(bytes)
    expect(new TextDecoder('latin1').decode(bytes)).toContain('[0 0 612 792]')
  })

  it('states that the customer is tax-exempt', async () => {
    await bench.customer('exempt', { taxExempt: true, name: 'Museum' })
    const { id } = await bench.invoice('exempt', [1_000])
    const said = readPdfText((await pdf(id)).bytes)
    expect(said).toContain('Museum')
    expect(said).toContain('Tax exempt')
  })

  it("is visible only to the merchant and the invoice's customer, and so is the page", async () => {
    const { id } = await bench.invoice('file', [1_000])
    const tokenOf = async (customerId: string) =>
      (await bench.app.ok<{ token: string }>('createPortalSession', { body: { customerId } })).token
    for (const operation of ['getInvoicePdf', 'getInvoicePage']) {
      const status = async (caller: object) =>
        (await bench.app.call(operation, { params: { id }, ...caller })).status
      expect(await status({ token: await tokenOf('file'), key: null })).toBe(200)
      expect(await status({ token: await tokenOf('exempt'), key: null })).toBe(404)
      expect(await status({ key: bench.app.sandbox.keys.read })).toBe(200)
      expect(await status({ key: bench.app.sandbox.keys.publishable })).toBe(403)
      expect(await status({ key: bench.app.live.keys.full })).toBe(404)
      expect(await status({ key: bench.app.other.sandbox.keys.full })).toBe(404)
      const none = await bench.app.fails(operation, { params: { id: 'inv_none' } })
      expect(none).toMatchObject({ status: 404, code: 'not_found' })
    }
  })
})
