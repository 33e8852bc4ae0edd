import { describe, expect, it } from 'vitest'
import { aTier, credits, price, quota, unitPrice } from '../testing/anOffer.ts'
import { bodyOf, draftOf, ofKind, slugsInDraft } from '../testing/draftReader.ts'

describe('credits', () => {
  it('are granted by the plan, each month even in a yearly plan, and spent on priced actions', () => {
    const draft = draftOf({
      tiers: [
        aTier('Free', { isFree: true, credits: credits(10, 'one_time', 'credits') }),
        aTier('Pro', {
          prices: [price('month', 900), price('year', 9000)],
          credits: credits(500, 'month'),
          overage: [unitPrice('extra credit', '0.02'), unitPrice('image', '0.50')],
        }),
        aTier('Max', { prices: [price('month', 1900)], credits: credits(1_200, 'year') }),
      ],
      usagePrices: [
        unitPrice('image', '5', 1, { inCredits: true }),
        unitPrice('words (credits)', '1', 100),
      ],
      creditPackages: [
        { credits: 1_000, amountMinor: 1500, confidence: 1, evidence: '1,000 for $15' },
      ],
    })
    expect(ofKind(draft, 'creditCurrency').map(({ slug, name }) => [slug, name])).toEqual([
      ['acme-ai-credits', 'AI credits'],
    ])
    expect(
      ofKind(draft, 'feature').map(({ slug, entry }) => [
        slug,
        entry.metricId,
        entry.creditCost?.perUnit,
      ]),
    ).toEqual([
      ['images', 'images', '5'],
      ['words', 'words', '0.01'],
    ])
    const rules = (plan: string) =>
      bodyOf(draft, 'plan', plan).grantRules.map(({ amount, cadence, expires }) => [
        amount,
        cadence,
        expires,
      ])
    expect(rules('acme-free')).toEqual([[10, 'once', 'never']])
    expect(rules('acme-pro-monthly')).toEqual([[500, 'billing_period', 'period_end']])
    expect(rules('acme-pro-yearly')).toEqual([[500, 'month', 'period_end']])
    expect(rules('acme-max-monthly')).toEqual([[100, 'billing_period', 'period_end']])
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly')).toMatchObject({
      charges: [
        {},
        { name: 'Images', metricId: 'images', pricing: { unitAmount: '50' } },
        { name: 'Words beyond the credits', metricId: 'words', pricing: { unitAmount: '0.02' } },
      ],
      entitlements: [
        { featureSlug: 'images', onExhausted: 'invoice' },
        { featureSlug: 'words', onExhausted: 'invoice' },
      ],
    })
    expect(bodyOf(draft, 'creditPackage', 'acme-1000-ai-credits')).toMatchObject({
      name: '1,000 AI credits',
      credits: 1_000,
      price: 1500,
    })
  })

  it('have the name that their packages use', () => {
    const draft = draftOf({
      creditPackages: [
        { credits: 50, amountMinor: 500, confidence: 1, evidence: '50 tokens for $5' },
      ],
    })
    expect(slugsInDraft(draft, 'creditCurrency')).toEqual(['acme-tokens'])
    expect(bodyOf(draft, 'creditPackage', 'acme-50-tokens').tierId).toBe('acme-pay-as-you-go')
  })

  it('cost one per unit if the page names no action', () => {
    const draft = draftOf({
      tiers: [
        aTier('Pro', {
          prices: [price('month', 900)],
          entitlements: [{ ...quota(50, 'Document credits', 'month'), type: 'credit' }],
        }),
      ],
    })
    expect(draft.trackingContract).toMatchObject([
      {
        eventName: 'document_credits.used',
        featureSlugs: ['document-credits'],
        exampleEvent: { quantity: 1 },
      },
    ])
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').grantRules).toMatchObject([
      { amount: 50, cadence: 'billing_period' },
    ])
  })

  it('are recognized by their type, in any language', () => {
    const draft = draftOf({
      tiers: [
        aTier('Pro', {
          prices: [price('month', 900)],
          entitlements: [{ ...quota(50, 'Kredyty AI', 'month'), type: 'credit' }],
        }),
      ],
    })
    expect(ofKind(draft, 'creditCurrency').map(({ name }) => name)).toEqual(['Kredyty AI'])
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').grantRules).toMatchObject([{ amount: 50 }])
  })

  it('cover the example of each event, even in the smallest tier', () => {
    const quantities = ({ trackingContract }: ReturnType<typeof draftOf>) =>
      trackingContract.map(({ exampleEvent }) => exampleEvent.quantity)
    const draft = draftOf({
      tiers: [
        aTier('Pro', { prices: [price('month', 900)], credits: credits(100, 'month') }),
        aTier('Max', { prices: [price('month', 9000)], credits: credits(5_000, 'month') }),
      ],
      usagePrices: [
        unitPrice('words', '3', 10, { inCredits: true }),
        unitPrice('minute', '250', 1, { inCredits: true }),
      ],
    })
    // At 3 credits for 10 words, the credits cover 333 words, but not one minute.
    expect(quantities(draft)).toEqual([333, 1])
    // Tokens are priced by the thousand, and spent one by one.
    const bare = draftOf({
      creditPackages: [
        { credits: 50, amountMinor: 500, confidence: 1, evidence: '50 tokens for $5' },
      ],
    })
    expect(quantities(bare)).toEqual([1])
  })
})
