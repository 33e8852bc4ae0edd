import { expect, it } from 'vitest'
import { trackingSnippet } from './trackingSnippet.core.ts'

it('writes a snippet that can be pasted, whatever the names', () => {
  const snippet = trackingSnippet([
    {
      eventName: "it's",
      metric: 'traffic-gb',
      featureSlugs: ['traffic-gb', 'pace'],
      exampleEvent: {
        customerId: 'user_42',
        eventName: "it's",
        quantity: 1.5,
        idempotencyKey: 'traffic-gb-1',
      },
    },
  ])
  expect(snippet).toBe(`import { Purser } from '@purser/node'

const purser = new Purser({ apiKey: process.env.PURSER_API_KEY ?? '' })

// Counted by traffic-gb, for traffic-gb, pace.
await purser.track({
  customerId: 'user_42', // your own id of the customer
  eventName: "it's",
  quantity: 1.5, // how much was used
  idempotencyKey: 'traffic-gb-1', // of the thing that happened: the same key never counts twice
})
`)
})
