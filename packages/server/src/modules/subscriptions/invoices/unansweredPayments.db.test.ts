import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../../../test/harness/runsAll.ts'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'
import { endFaults, failOnce, pictureOf } from '../testing/pictureOf.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})
afterEach(() => endFaults(bench))

/** Runs the sweep that asks the provider later. The webhook is lost as well. */
const sweep = async () => {
  bench.app.clock.advance({ minutes: 5 })
  await bench.tick()
  await bench.tick()
}

/** The server cannot tell these effects apart, so one is enough unless all are requested. */
const EFFECTS = runsAll ? ['timeout', 'lost_answer', 'error_after_commit'] : ['lost_answer']

describe.each(EFFECTS)('while the provider does not answer (%s)', (effect) => {
  it('a subscription waits and starts when its charge is found', async () => {
    const customerId = await bench.payer(`new_${effect}`)
    await failOnce(bench, customerId, 'charge', effect)
    expect(await bench.subscribe(customerId, 'small')).toMatchObject({ kind: 'processing' })
    expect(await pictureOf(bench, customerId)).toMatchObject({
      subscriptions: ['incomplete small'],
      invoices: ['open 1000'],
      ink: 0,
    })
    expect(await bench.refused(customerId, 'small')).toMatchObject({ code: 'already_subscribed' })
    await sweep()
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['succeeded 1000'],
      refunds: [],
      subscriptions: ['active small'],
      invoices: ['paid 1000'],
      ink: 100,
    })
    expect(await bench.eventTypes(customerId)).toEqual(['created', 'activated'])
  })

  it('a subscription keeps waiting if its card was declined', async () => {
    const customerId = await bench.customer(`new_refused_${effect}`)
    await bench.card(customerId, 'decline')
    await failOnce(bench, customerId, 'charge', effect)
    expect(await bench.subscribe(customerId, 'small')).toMatchObject({ kind: 'processing' })
    await sweep()
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['failed 1000'],
      refunds: [],
      subscriptions: ['incomplete small'],
      invoices: ['open 1000'],
      ink: 0,
    })
    await bench.card(customerId)
    const [invoice] = await bench.invoices(customerId)
    await bench.app.ok('payInvoice', { params: { id: invoice?.id ?? '' }, body: {} })
    expect(await pictureOf(bench, customerId)).toMatchObject({
      subscriptions: ['active small'],
      ink: 100,
    })
  })

  it('a change waits and is applied when its charge is found', async () => {
    const customerId = await bench.payer(`change_${effect}`)
    const { id } = await bench.subscribed(customerId, 'small')
    await failOnce(bench, customerId, 'charge', effect)
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'processing' })
    expect(await pictureOf(bench, customerId)).toMatchObject({
      subscriptions: ['active small'],
      ink: 100,
    })
    expect(await bench.refusedChange(id, 'big')).toMatchObject({ code: 'invalid_state' })
    await sweep()
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['succeeded 1000', 'succeeded 2000'],
      refunds: [],
      subscriptions: ['active big'],
      invoices: ['paid 1000', 'paid 2000'],
      ink: 300,
    })
  })

  it('a change is abandoned without any effect if its card was declined', async () => {
    const customerId = await bench.payer(`change_refused_${effect}`)
    const { id } = await bench.subscribed(customerId, 'small')
    await bench.card(customerId, 'decline')
    const before = await bench.readRows(customerId)
    await failOnce(bench, customerId, 'charge', effect)
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'processing' })
    await sweep()
    expect(await pictureOf(bench, customerId)).toEqual({
      charges: ['failed 2000', 'succeeded 1000'],
      refunds: [],
      subscriptions: ['active small'],
      invoices: ['paid 1000', 'void 2000'],
      ink: 100,
    })
    expect(await bench.readRows(customerId)).toEqual(before)
    await bench.card(customerId)
    expect(await bench.change(id, 'big')).toMatchObject({ kind: 'charged_inline' })
  })

  it.each([
    ['successful', 'success', 'active', ['succeeded 1000', 'succeeded 1000'], 'paid 1000'],
    ['declined', 'decline', 'past_due', ['failed 1000', 'succeeded 1000'], 'open 1000'],
  ] as const)(
    'a renewal keeps access and is charged once, and the charge is later found to be %s',
    async (_, behaviour, status, charges, invoice) => {
      const customerId = await bench.payer(`renewal_${behaviour}_${effect}`)
      const { id, currentBillingPeriodEnd } = await bench.subscribed(customerId, 'small')
      await bench.card(customerId, behaviour)
      await failOnce(bench, customerId, 'charge', effect)
      const now = bench.app.clock.now().getTime()
      const seconds = (new Date(currentBillingPeriodEnd ?? 0).getTime() - now) / 1000
      bench.app.clock.advance({ seconds })
      await bench.run('renewDueSubscriptions')
      await bench.run('collectDueInvoices')
      expect(await bench.get(id)).toMatchObject({ status: 'active' })
      expect((await bench.invoices(customerId)).at(-1)).toMatchObject({
        status: 'open',
        attemptCount: 0,
        nextAttemptAt: null,
      })
      await sweep()
      expect(await pictureOf(bench, customerId)).toMatchObject({
        charges,
        refunds: [],
        subscriptions: [`${status} small`],
        invoices: ['paid 1000', invoice],
      })
    },
  )
})
