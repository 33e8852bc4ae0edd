import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../../test/harness/app/tokenOf.ts'
import { type InvoiceBench, startInvoiceBench } from '../testing/invoiceBench.ts'

let bench: InvoiceBench
let id: string
beforeAll(async () => {
  bench = await startInvoiceBench()
  await bench.customer('ada')
  id = (await bench.invoice('ada', [1_000])).id
})
afterAll(() => bench.stop())

const link = (body: object = {}) =>
  bench.app.ok<{ url: string; expiresAt: string }>('linkInvoice', { params: { id }, body })

describe('a link to an invoice', () => {
  it('opens the invoice page for 30 days and keeps the return URL', async () => {
    const returnUrl = 'https://acme.test/billing?from=mail'
    const { url, expiresAt } = await link({ returnUrl })
    const { origin, pathname, hash } = new URL(url)
    expect(`${origin}${pathname}`).toBe(`http://purser.test/invoice/${id}`)
    expect(new URLSearchParams(hash.slice(1)).get('returnUrl')).toBe(returnUrl)
    const read = () => bench.app.call('getInvoice', { params: { id }, token: tokenOf(url) })
    bench.app.clock.advance({ days: 29 })
    expect(await read()).toMatchObject({ status: 200, body: { id, total: 1_000 } })
    bench.app.clock.advance({ days: 1 })
    expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(bench.app.clock.now().getTime())
    expect(await read()).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
  })

  it('expires at the time that the merchant chose', async () => {
    const token = tokenOf((await link({ expiresInSeconds: 60 })).url)
    const read = () => bench.app.call('getInvoicePage', { params: { id }, token })
    expect(await read()).toMatchObject({ status: 200, body: { canPay: true } })
    bench.app.clock.advance({ minutes: 1 })
    expect(await read()).toMatchObject({ status: 401 })
  })

  it.each([
    [{ expiresInSeconds: 59 }],
    [{ expiresInSeconds: 2_592_001 }],
    [{ returnUrl: 'javascript:alert(1)' }],
  ])('with %j is rejected', async (body) => {
    const refused = await bench.app.fails('linkInvoice', { params: { id }, body })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('cannot point to a draft or a missing invoice', async () => {
    const none = { params: { id: 'inv_none' }, body: {} }
    expect(await bench.app.fails('linkInvoice', none)).toMatchObject({ status: 404 })
    const draft = (await bench.invoice('ada', [500])).id
    await bench.app.owner.query(
      `UPDATE invoices SET status = 'draft', number = NULL, issued_at = NULL WHERE id = $1`,
      [draft],
    )
    const refused = await bench.app.fails('linkInvoice', { params: { id: draft }, body: {} })
    expect(refused).toMatchObject({ status: 409, code: 'invalid_state' })
  })
})
