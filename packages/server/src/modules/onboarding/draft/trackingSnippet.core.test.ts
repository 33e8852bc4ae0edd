import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { aTier, price, quota } from '../testing/anOffer.ts'
import { draftOf } from '../testing/draftReader.ts'
import { trackingSnippet } from './trackingSnippet.core.ts'

it('writes a snippet that can be pasted, even with unusual names', () => {
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

// Counted by the metric traffic-gb, for the features traffic-gb, pace.
await purser.track({
  customerId: 'user_42', // your id for the customer
  eventName: "it's",
  quantity: 1.5, // the amount used
  idempotencyKey: 'traffic-gb-1', // identifies this use: the same key never counts twice
})
`)
})

it('writes the snippet that the guide shows', async () => {
  const guide = await readFile(
    resolve(import.meta.dirname, '../../../../../../docs/guides/drafted-catalog.md'),
    'utf8',
  )
  const { trackingContract } = draftOf({
    product: 'Pixelmill',
    tiers: [
      aTier('Free', { isFree: true, entitlements: [quota(25, 'images', 'month')] }),
      aTier('Pro', {
        prices: [price('month', 2_900)],
        entitlements: [quota(1_000, 'images', 'month')],
      }),
    ],
  })
  const shown = /^```ts\n([\s\S]*?)^```$/m.exec(guide)?.[1]
  expect(shown).toBe(trackingSnippet(trackingContract))
})
