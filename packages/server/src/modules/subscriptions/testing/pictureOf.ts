import type { SubscriptionBench } from './subscriptionBench.ts'

interface Movement {
  amount: number
  status: string
}

/** Reads the provider's charges and refunds, sorted. */
export async function readMoneyPicture({ app }: SubscriptionBench, customerId: string) {
  const book = await app.ok<{ charges: Movement[]; refunds: Movement[] }>('getSandboxBook', {
    query: { customerId },
  })
  const shown = ({ amount, status }: Movement) => `${status} ${amount}`
  return { charges: book.charges.map(shown).sort(), refunds: book.refunds.map(shown).sort() }
}

/** Summarizes a customer: money, subscriptions (newest first), invoices (oldest first), credits. */
export async function pictureOf(bench: SubscriptionBench, customerId: string) {
  const { app } = bench
  const { rows } = await app.pool.query<{ id: string; slug: string }>('SELECT id, slug FROM plans')
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  const subscriptions = await bench.list(customerId)
  const invoices = await bench.invoices(customerId)
  return {
    ...(await readMoneyPicture(bench, customerId)),
    subscriptions: subscriptions.map(({ status, planId }) => `${status} ${slugs.get(planId)}`),
    invoices: invoices.map(({ status, total }) => `${status} ${total}`),
    ink: await bench.balance(customerId),
  }
}

/** Makes the provider fail once for a customer and lose all of its webhooks. */
export const failOnce = (
  { app }: SubscriptionBench,
  customerId: string,
  operation: 'charge' | 'refund',
  effect: string,
) =>
  app.ok('setSandboxFaults', {
    body: {
      faults: [
        { operation, effect, customerId, times: 1 },
        { operation: 'webhook', effect: 'drop', customerId, times: null },
      ],
    },
  })

export const endFaults = ({ app }: SubscriptionBench) =>
  app.ok('setSandboxFaults', { body: { faults: [] } })
