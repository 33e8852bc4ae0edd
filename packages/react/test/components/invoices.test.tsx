import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { InvoiceList, InvoiceView } from '../../src/components/index.ts'
import { type PortalBench, startPortalBench } from '../harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
  await bench.app.ok('createTaxRate', {
    body: { name: 'VAT', percentage: 20, isInclusive: false, country: 'AT' },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)

/**
 * Creates a customer who pays by invoice and has an open one. Returns the customer's token and the
 * invoice's id.
 */
async function billed(customerId: string, card: string | null) {
  const token = await bench.signUp(customerId, { kind: 'slg', card, planId: 'pro' })
  const { data } = await bench.app.ok<{ data: { id: string }[] }>('listInvoices', {
    query: { customerId, status: 'open' },
  })
  return { token, invoiceId: data[0]?.id ?? '' }
}

describe('InvoiceList', () => {
  it('loads page after page', async () => {
    const token = await bench.signUp('jane', { planId: 'pro' })
    const { data } = await bench.app.ok<{ data: { id: string }[] }>('listSubscriptions', {
      query: { customerId: 'jane' },
    })
    const params = { id: data[0]?.id ?? '' }
    await bench.app.ok('changeSubscription', { params, body: { planId: 'max' } })
    bench.show(<InvoiceList pageSize={1} />, { token })
    await screen.findByText('$30.00')
    expect(rows()).toHaveLength(2)
    await press('Load more')
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()[2]).toMatch(/^INV-\d+Jan 15, 2026Paid\$20\.00PDF$/)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('downloads a PDF', async () => {
    const files: Blob[] = []
    const clicked: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => {},
      }),
    )
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.download)
    })
    const token = await bench.signUp('pia', { planId: 'pro' })
    bench.show(<InvoiceList />, { token })
    await press(/^Download invoice INV-\d+ as PDF$/)
    await waitFor(() => expect(clicked).toHaveLength(1))
    expect(clicked[0]).toMatch(/^invoice-INV-\d+\.pdf$/)
    expect((await files[0]?.text())?.startsWith('%PDF')).toBe(true)
    click.mockRestore()
  })

  it('pays an open invoice with the card on file, and shows it as paid', async () => {
    const { token } = await billed('sam', 'success')
    bench.show(<InvoiceList />, { token })
    await press(/^Pay invoice INV-/)
    await screen.findByRole('dialog')
    await waitFor(() => expect(rows()[1]).toMatch(/Paid\$20\.00PDF$/))
    await press('Close')
    expect(screen.queryByRole('button', { name: /^Pay invoice/ })).toBeNull()
  })

  it('offers another card when the card on file is declined', async () => {
    const { token } = await billed('dee', 'decline')
    bench.show(<InvoiceList />, { token })
    await press(/^Pay invoice INV-/)
    expect((await screen.findByRole('alert')).textContent).toMatch(/declined/i)
    await press('Use another card')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.querySelector('iframe')).not.toBeNull())
  })

  it('opens an invoice in a dialog, or calls the app', async () => {
    const { token, invoiceId } = await billed('ola', null)
    const open = vi.fn()
    const { again } = bench.show(<InvoiceList />, { token })
    await press(/^Open invoice INV-/)
    const dialog = await screen.findByRole('dialog', { name: /^Invoice INV-/ })
    expect(await within(dialog).findByText('Amount due')).toBeTruthy()
    await press('Close')
    again(<InvoiceList onOpenInvoice={open} />, { token })
    await press(/^Open invoice INV-/)
    expect(open.mock.lastCall?.[0]).toMatchObject({ id: invoiceId })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows an empty state, and filters by status', async () => {
    bench.show(<InvoiceList />, { token: await bench.signUp('new') })
    expect(await screen.findByText('You have no invoices yet.')).toBeTruthy()
    cleanup()
    const { token } = await billed('una', null)
    bench.show(<InvoiceList status="paid" />, { token })
    expect(await screen.findByText('You have no invoices yet.')).toBeTruthy()
  })
})

describe('InvoiceView', () => {
  it('shows the parties, lines, tax, payments and refunds', async () => {
    await bench.app.ok('updateOrganization', {
      body: { seller: { legalName: 'Acme GmbH', address: ['Gasse 7'], taxId: 'ATU1' } },
    })
    await bench.app.ok('putCustomer', {
      params: { customerId: 'vic' },
      body: { currency: 'usd', name: 'Vic', country: 'AT' },
    })
    const token = await bench.signUp('vic', { planId: 'pro' })
    const { data } = await bench.app.ok<{ data: { id: string }[] }>('listInvoices', {
      query: { customerId: 'vic' },
    })
    const invoiceId = data[0]?.id ?? ''
    await bench.app.ok('createCreditNote', {
      params: { id: invoiceId },
      body: { amount: 600, reason: 'A slow day' },
    })
    bench.show(<InvoiceView invoiceId={invoiceId} />, { token })
    const view = await screen.findByRole('region', { name: /^Invoice INV-/ })
    expect(view.textContent).toContain('FromAcme GmbHGasse 7Tax ID ATU1')
    expect(view.textContent).toContain('ToVic')
    expect(rows()[1]).toMatch(/^pro – Base fee1 × \$20\.00.*1\$20\.00\$20\.00$/)
    expect(view.textContent).toContain('Subtotal$20.00VAT 20%$4.00Total$24.00Paid-$24.00')
    expect(view.textContent).toContain('Succeeded$24.00')
    expect(view.textContent).toContain('A slow day-$6.00')
    expect(view.textContent).toContain('Partly refunded')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('pays the amount due and calls the app', async () => {
    const { token, invoiceId } = await billed('wim', 'success')
    const paid = vi.fn()
    bench.show(<InvoiceView invoiceId={invoiceId} onPaid={paid} />, { token })
    await press('Pay $20.00')
    await waitFor(() => expect(paid).toHaveBeenCalledTimes(1))
    expect(paid.mock.lastCall?.[0]).toMatchObject({ kind: 'charged_inline', amount: 2_000 })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay $20.00' })).toBeNull())
  })

  it('does not find the invoice of another customer', async () => {
    const { invoiceId } = await billed('xan', null)
    bench.show(<InvoiceView invoiceId={invoiceId} />, { token: await bench.signUp('yen') })
    expect((await screen.findByRole('alert')).textContent).toMatch(/invoice/i)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
