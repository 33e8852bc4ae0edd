import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckBench, startCheckBench } from '../testing/checkBench.ts'

let bench: CheckBench
beforeAll(async () => {
  bench = await startCheckBench()
})
afterAll(() => bench.app.stop())

describe('checks of one customer', () => {
  it('require every requested enum value', async () => {
    const customerId = await bench.subscriber([{ featureSlug: 'formats', values: ['png', 'svg'] }])
    expect(await bench.probe(customerId, 'formats', { requestedValues: ['svg'] })).toEqual({
      type: 'enum',
      featureSlug: 'formats',
      access: true,
      enumValues: ['png', 'svg'],
    })
    expect(await bench.probe(customerId, 'formats', { requestedValues: ['svg', 'tiff'] })).toEqual({
      type: 'enum',
      featureSlug: 'formats',
      access: false,
      deniedReason: 'no_entitlement',
      enumValues: ['png', 'svg'],
    })
  })

  it('accept up to 50 features and name every unknown feature', async () => {
    const customerId = await bench.subscriber([{ featureSlug: 'badge' }])
    const asks = (featureSlugs: string[]) =>
      bench.app.fails('checkCustomerBatch', { params: { customerId }, body: { featureSlugs } })
    expect(await asks(['badge', 'badg', 'seat'])).toMatchObject({
      status: 404,
      message: 'No features "badg", "seat" in this environment.',
    })
    expect(await asks(Array.from({ length: 51 }, () => 'badge'))).toMatchObject({ status: 400 })
    const fifty = await bench.batch(
      customerId,
      Array.from({ length: 50 }, () => 'badge'),
    )
    expect(fifty).toEqual({ badge: { type: 'boolean', featureSlug: 'badge', access: true } })
  })

  it('list the features of a subscriber, ordered by slug', async () => {
    const customerId = await bench.subscriber([
      { featureSlug: 'seats', value: 2 },
      { featureSlug: 'badge' },
      { featureSlug: 'pages', onExhausted: 'overdraft' },
      { featureSlug: 'calls', mode: 'quota', value: 5 },
    ])
    await bench.override(customerId, 'seats', { access: false })
    await bench.override(customerId, 'formats', { values: ['png'] })
    expect(await bench.list(customerId)).toEqual([
      { featureSlug: 'badge', featureName: 'Badge', type: 'boolean', access: true },
      expect.objectContaining({ featureSlug: 'calls', access: true, limit: 5 }),
      {
        featureSlug: 'formats',
        featureName: 'Formats',
        type: 'enum',
        access: true,
        enumValues: ['png'],
      },
      {
        featureSlug: 'pages',
        featureName: 'Pages',
        type: 'credit',
        access: true,
        creditBalance: 0,
      },
    ])
  })

  it('list the credit features for which a pay-as-you-go customer has a wallet', async () => {
    const customerId = await bench.customer()
    expect(await bench.list(customerId)).toEqual([])
    await bench.grant(customerId, 2)
    expect(await bench.list(customerId)).toEqual([
      {
        featureSlug: 'pages',
        featureName: 'Pages',
        type: 'credit',
        access: false,
        deniedReason: 'credit_exhausted',
        creditBalance: 2,
      },
    ])
  })
})
