import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const put = (customerId: string, body: object) => ({ params: { customerId }, body })

describe('during a subscription', () => {
  it.each([
    ['currency', { currency: 'eur' }],
    ['time zone', { timezone: 'Europe/Berlin' }],
  ])('the %s of the customer cannot be changed', async (name, change) => {
    const customerId = `keeps ${name}`
    await bench.payer(customerId)
    await bench.subscribed(customerId, 'small')
    const refused = await bench.app.fails('putCustomer', put(customerId, change))
    expect(refused).toMatchObject({ status: 409, code: 'invalid_state' })
    const [subscription] = await bench.list(customerId)
    const body = { when: 'now' }
    await bench.app.ok('cancelSubscription', { params: { id: subscription?.id ?? '' }, body })
    await bench.app.ok('putCustomer', put(customerId, change))
  })

  it('a change uses the customer’s current collection method', async () => {
    await bench.payer('moved')
    const { id } = await bench.subscribed('moved', 'small')
    await bench.app.ok(
      'putCustomer',
      put('moved', { kind: 'slg', collectionMethod: 'send_invoice' }),
    )
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'invoice_added' })
  })
})

it('a customer who owes money cannot be deleted', async () => {
  await bench.customer('owes', { kind: 'slg' })
  const { id } = await bench.subscribed('owes', 'small')
  const body = { when: 'now' }
  await bench.app.ok('cancelSubscription', { params: { id: id }, body })
  const remove = { params: { customerId: 'owes' } }
  expect(await bench.app.fails('deleteCustomer', remove)).toMatchObject({ code: 'invalid_state' })
  const [invoice] = await bench.invoices('owes')
  await bench.app.ok('recordInvoicePayment', { params: { id: invoice?.id ?? '' }, body: {} })
  await bench.app.ok('deleteCustomer', remove)
})
