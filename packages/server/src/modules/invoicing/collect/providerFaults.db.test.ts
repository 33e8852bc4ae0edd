import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsAll } from '../../../../test/harness/runsAll.ts'
import { effectsOf } from '../../payments/providers/sandbox/faults/faults.core.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import { type CollectionBench, startCollectionBench } from '../testing/collectionBench.ts'

let bench: CollectionBench
beforeAll(async () => {
  bench = await startCollectionBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.expectSameBooks()
  await bench.stop()
})

type Operation = keyof typeof effectsOf
interface Fault {
  operation: Operation
  effect: string
  delayMs?: number
  times: number | null
}

const faultsOf = (operation: Operation): (Fault | null)[] => [
  null,
  ...effectsOf[operation].map((effect) => ({
    operation,
    effect,
    times: null,
    ...(effect === 'delay' && { delayMs: 5 }),
  })),
]

/** Every combination of faults in the charge, its lookup and its webhook. */
const COMBINATIONS: Fault[][] = faultsOf('charge').flatMap((charge) =>
  faultsOf('lookup').flatMap((lookup) =>
    faultsOf('webhook').map((webhook) =>
      [charge, lookup, webhook].filter((fault) => fault !== null),
    ),
  ),
)

/** Runs each fault alone and a sample of the combinations, unless all are requested. */
const EACH = runsAll ? 1 : 120
const SAMPLE = COMBINATIONS.filter((faults, at) => faults.length <= 1 || at % EACH === 0)

/** The faults of this many invoices fit into the bounded list of the sandbox provider. */
const BATCH = 30

let made = 0
async function prepare(card: string): Promise<InvoiceRecord> {
  made += 1
  const customerId = await bench.customer(`customer-${made}`)
  await bench.card(customerId, card)
  return bench.invoice(customerId)
}

const WAYS = {
  'a request': async (invoices: readonly InvoiceRecord[]) => {
    const replies = await Promise.all(
      invoices.map(({ id }) => bench.app.call('payInvoice', { params: { id }, body: {} })),
    )
    for (const { status } of replies) expect([200, 402]).toContain(status)
  },
  'the schedule': () => bench.collect(),
} as const

const show = (faults: readonly Fault[]) =>
  faults.map(({ operation, effect }) => `${operation} ${effect}`).join(', ') || 'no fault'

/**
 * Applies each combination to a separate invoice, all at once, and then lets the provider recover.
 */
async function runWithFaults(
  way: keyof typeof WAYS,
  card: string,
  expectTruth: (invoice: InvoiceRecord, description: string) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < SAMPLE.length; at += BATCH) {
    const batch = await Promise.all(
      SAMPLE.slice(at, at + BATCH).map(async (faults) => ({
        faults,
        invoice: await prepare(card),
      })),
    )
    await bench.faults(
      ...batch.flatMap(({ faults, invoice: { customerId } }) =>
        faults.map((fault) => ({ ...fault, customerId })),
      ),
    )
    await WAYS[way](batch.map(({ invoice }) => invoice))
    await bench.drain()
    await bench.faults()
    bench.app.clock.advance({ minutes: 1 })
    await bench.sweepAll()
    await bench.sweepAll()
    for (const { faults, invoice } of batch) await expectTruth(invoice, show(faults))
  }
}

/** Reads the state of an invoice at the provider and in Purser's database. */
const readBothSides = async (invoice: InvoiceRecord) => {
  const { charges } = await bench.book(invoice.customerId)
  const { status, amountPaid, attemptCount, payments } = await bench.detail(invoice)
  return {
    charges: charges.map((charge) => charge.status),
    payments: payments.map((payment) => payment.status),
    invoice: { status, amountPaid, attemptCount },
  }
}

describe('under any combination of provider faults, an invoice', () => {
  it.each(['a request', 'the schedule'] as const)('is charged once and paid by %s', (way) =>
    runWithFaults(way, 'success', async (invoice, description) => {
      expect(await readBothSides(invoice), description).toEqual({
        charges: ['succeeded'],
        payments: ['succeeded'],
        invoice: { status: 'paid', amountPaid: 5_000, attemptCount: 0 },
      })
    }),
  )

  it('has one failed attempt and stays open if the card is declined', () =>
    runWithFaults('the schedule', 'insufficient_funds', async (invoice, description) => {
      expect(await readBothSides(invoice), description).toEqual({
        charges: ['failed'],
        payments: ['failed'],
        invoice: { status: 'open', amountPaid: 0, attemptCount: 1 },
      })
    }))

  it('has one failed attempt and a canceled charge if the bank asks for confirmation', () =>
    runWithFaults('the schedule', 'challenge_always', async (invoice, description) => {
      expect(await readBothSides(invoice), description).toEqual({
        charges: ['canceled'],
        payments: [expect.stringMatching(/failed|canceled/)],
        invoice: { status: 'open', amountPaid: 0, attemptCount: 1 },
      })
    }))
})

describe('a charge that never arrived', () => {
  it('counts as failed after a day, and the schedule continues', async () => {
    const invoice = await prepare('success')
    const { customerId } = invoice
    await bench.faults({ operation: 'charge', effect: 'timeout', times: null, customerId })
    await bench.collect()
    expect(await readBothSides(invoice)).toMatchObject({ charges: [], payments: ['pending'] })
    await bench.faults()
    bench.app.clock.advance({ hours: 25 })
    await bench.collect()
    expect(await readBothSides(invoice)).toEqual({
      charges: [],
      payments: ['failed'],
      invoice: { status: 'open', amountPaid: 0, attemptCount: 1 },
    })
    bench.app.clock.advance({ days: 1 })
    await bench.collect()
    expect(await readBothSides(invoice)).toMatchObject({ charges: ['succeeded'] })
  })
})
