import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitForBlocked } from '../../../platform/db/testing/waitForBlocked.ts'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'
import { createWatchedSandbox } from '../testing/watchedSandbox.ts'

const watched = createWatchedSandbox()
let bench: TopUpBench
beforeAll(async () => {
  bench = await startTopUpBench({ paymentProviders: [watched.adapter] })
  watched.watch(bench.app)
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

/** Stops requests in the middle of their work at the provider, until they are released. */
async function holdProvider() {
  const holder = await bench.app.owner.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE sandbox_intents IN SHARE MODE')
  return {
    release: () => holder.query('ROLLBACK'),
    end: () => holder.release(),
  }
}

const kinds = {
  'a form': { card: null, forceForm: true, answer: 'requires_form', status: 'requires_action' },
  'a charge': { card: 'success', forceForm: false, answer: 'charged_inline', status: 'succeeded' },
} as const

it.each(Object.entries(kinds))(
  '%s is returned to the request even if the sweep sends the same payment at the same time',
  async (name, { card, forceForm, answer, status }) => {
    const customerId = await bench.customer(name.replace(' ', '-'))
    if (card) await bench.card(customerId, card)
    const provider = await holdProvider()
    let swept = Promise.resolve()
    // The sweep's request reaches the provider first and is still in progress there.
    watched.before = async () => {
      watched.before = null
      swept = bench.sweep()
      await waitForBlocked(bench.app.owner)
    }
    watched.wait = async () => {
      watched.wait = null
      await provider.release()
      await swept
    }
    try {
      const outcome = await bench.topUp(customerId, 1_000, { body: { forceForm } })
      expect(outcome).toMatchObject({ kind: answer })
      expect(watched.wait).toBeNull()
    } finally {
      await provider.release()
      provider.end()
      await swept
    }
    expect((await bench.book(customerId)).charges).toMatchObject([{ status }])
  },
)
