import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'

let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

/** Creates a customer with an open payment whose outcome the provider does not report. */
async function withOpenPayment(customerId: string) {
  await bench.customer(customerId)
  await bench.card(customerId)
  await bench.faults(
    { operation: 'charge', effect: 'timeout', times: null, customerId },
    { operation: 'lookup', effect: 'timeout', times: null, customerId },
  )
  expect(await bench.topUp(customerId)).toMatchObject({ kind: 'processing' })
  return async () => {
    const { rows } = await bench.app.pool.query<{ asked_at: Date | null }>(
      'SELECT asked_at FROM payments WHERE customer_id = $1',
      [customerId],
    )
    return rows[0]?.asked_at
  }
}

describe('the provider', () => {
  it('is asked about an open payment less often as the payment gets older', async () => {
    const askedAt = await withOpenPayment('paced')
    expect(await askedAt()).toBeNull()
    const sweepIn = async (minutes: number) => {
      bench.app.clock.advance({ minutes })
      await bench.sweep()
      return askedAt()
    }
    const first = await sweepIn(100)
    expect(first).toEqual(bench.app.clock.now())
    expect(await sweepIn(9)).toEqual(first)
    expect(await sweepIn(1)).toEqual(bench.app.clock.now())
    await bench.faults()
    expect((await bench.attempts('paced'))[0]?.status).toBe('pending')
    await sweepIn(11)
    expect((await bench.attempts('paced'))[0]?.status).toBe('succeeded')
  })

  it('is asked for the outcome if it does not answer when the payment is sent again', async () => {
    const customerId = await bench.customer('looked-up')
    await bench.card(customerId)
    const charge = (effect: string) => [
      { operation: 'charge', effect, times: null, customerId },
      { operation: 'webhook', effect: 'drop', times: null, customerId },
    ]
    await bench.faults(...charge('lost_answer'))
    expect(await bench.topUp(customerId)).toMatchObject({ kind: 'processing' })
    await bench.faults(...charge('timeout'))
    await bench.sweep()
    expect((await bench.attempts(customerId))[0]?.status).toBe('succeeded')
    expect((await bench.book(customerId)).charges).toMatchObject([{ status: 'succeeded' }])
    await bench.faults()
  })
})
