import type { Offer } from '@purser/pricing-reader'
import { describe, expect, it } from 'vitest'
import { aTier, booleanFeature, limit, price, quota, unitPrice } from '../testing/anOffer.ts'
import { bodyOf, draftOf, entitlementIn, slugsInDraft } from '../testing/draftReader.ts'

describe('tiers and plans', () => {
  it('become one tier with a plan per interval, and their slugs begin with the product', () => {
    const draft = draftOf({
      tiers: [
        aTier('Free', { isFree: true, prices: [price('month', 0), price('year', 0)] }),
        aTier('Pro', {
          isPopular: true,
          ctaLabel: 'Start',
          trialDays: 14,
          setupFeeMinor: 9900,
          prices: [price('year', 19_000), price('month', 1900), price('quarter', 5000)],
        }),
        aTier('Acme Enterprise', { contactSales: true }),
        aTier('Lifetime', { prices: [price('one_time', 49_900), price('hour', 500)] }),
      ],
    })
    expect(slugsInDraft(draft, 'tier')).toEqual([
      'acme-free',
      'acme-pro',
      'acme-enterprise',
      'acme-lifetime',
    ])
    expect(slugsInDraft(draft, 'plan')).toEqual([
      'acme-free',
      'acme-pro-monthly',
      'acme-pro-quarterly',
      'acme-pro-yearly',
      'acme-lifetime-one-time',
    ])
    expect(bodyOf(draft, 'tier', 'acme-pro')).toMatchObject({
      isPopular: true,
      ctaLabel: 'Start',
      displayOrder: 2,
    })
    expect(bodyOf(draft, 'tier', 'acme-enterprise')).toMatchObject({
      isSalesLed: true,
      isSelfServe: false,
    })
    expect(bodyOf(draft, 'plan', 'acme-free').charges).toEqual([])
    expect(bodyOf(draft, 'plan', 'acme-pro-quarterly')).toMatchObject({
      name: 'Pro, quarterly',
      interval: 'month',
      intervalCount: 3,
      status: 'draft',
      trial: { days: 14 },
      charges: [
        { type: 'recurring', name: 'Pro', pricing: { model: 'flat', amount: 5000 } },
        { type: 'one_off', name: 'Setup fee', pricing: { model: 'flat', amount: 9900 } },
      ],
    })
    expect(bodyOf(draft, 'plan', 'acme-lifetime-one-time')).toMatchObject({
      interval: 'none',
      charges: [{ type: 'one_off', pricing: { model: 'flat', amount: 49_900 } }],
    })
    expect(draft.skipped.map(({ name }) => name)).toEqual(['Acme Enterprise', 'Lifetime, hourly'])
  })

  it('have a lower confidence and a note if the price is a "from" price', () => {
    const draft = draftOf({
      tiers: [aTier('Pro', { prices: [price('month', 900, { isFrom: true })] })],
    })
    expect(draft.entries.at(-1)).toMatchObject({ confidence: 0.63, evidence: '900 a month' })
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').description).toContain('from')
  })

  it('are sold per seat if the page says so', () => {
    const draft = draftOf({
      tiers: [
        aTier('Team', {
          perSeat: true,
          prices: [price('month', 800)],
          entitlements: [limit('unlimited', 'users')],
        }),
        aTier('Solo', { prices: [price('month', 500)], entitlements: [limit(1, 'Users')] }),
      ],
    })
    expect(slugsInDraft(draft, 'feature')).toEqual(['users'])
    expect(bodyOf(draft, 'plan', 'acme-team-monthly').charges).toEqual([
      {
        type: 'recurring',
        name: 'Users',
        featureSlug: 'users',
        quantity: 1,
        pricing: { model: 'per_unit', unitAmount: '800' },
      },
    ])
    expect(entitlementIn(draft, 'acme-team-monthly', 'users')).toEqual({
      featureSlug: 'users',
      value: 1,
    })
    const limited = draftOf({
      tiers: [
        aTier('Team', {
          perSeat: true,
          prices: [price('month', 800)],
          entitlements: [limit(5, 'developers')],
        }),
      ],
    })
    expect(slugsInDraft(limited, 'feature')).toEqual(['developers', 'seats'])
  })

  it('do not inherit a number of people if they have a price per seat', () => {
    const inherits = { perSeat: true, inherits: 'Free' }
    const draft = draftOf({
      tiers: [
        aTier('Free', {
          isFree: true,
          entitlements: [limit(5, 'users'), booleanFeature('Free licence')],
        }),
        aTier('Team', { ...inherits, prices: [price('month', 800)] }),
        aTier('Group', { inherits: 'Team', prices: [price('month', 90_000)] }),
        aTier('House', { inherits: 'Free', prices: [price('month', 70_000)] }),
      ],
    })
    expect(slugsInDraft(draft, 'feature')).toEqual(['users', 'free-licence'])
    const given = (plan: string) =>
      bodyOf(draft, 'plan', plan).entitlements.map(({ featureSlug, value }) => [featureSlug, value])
    expect(given('acme-free')).toEqual([
      ['users', 5],
      ['free-licence', undefined],
    ])
    expect(given('acme-team-monthly')).toEqual([
      ['users', 1],
      ['free-licence', undefined],
    ])
    expect(given('acme-group-monthly')).toEqual([['free-licence', undefined]])
    expect(given('acme-house-monthly')).toEqual([
      ['users', 5],
      ['free-licence', undefined],
    ])
  })

  it('are priced in dollars, with low confidence, if the page names no currency', () => {
    const draft = draftOf({ currency: null, tiers: [aTier('Free', { isFree: true })] })
    expect(draft.entries.at(-1)).toMatchObject({ confidence: 0.36, entry: { currency: 'usd' } })
    const strange = draftOf({
      currency: 'btc',
      tiers: [aTier('Pro', { prices: [price('month', 5)] })],
    })
    expect(slugsInDraft(strange, 'plan')).toEqual([])
    expect(strange.missed.join()).toContain('not an ISO 4217 currency')
  })

  it('inherit features, but keep their own values and ignore cycles', () => {
    const draft = draftOf({
      tiers: [
        aTier('Free', {
          isFree: true,
          entitlements: [
            quota(100, 'Monthly API calls', 'month'),
            booleanFeature('SSO'),
            booleanFeature('Ads'),
          ],
        }),
        aTier('Pro', {
          prices: [price('month', 900)],
          inherits: 'free plan',
          excluded: ['Ads'],
          entitlements: [quota(5_000, 'API calls', 'month')],
        }),
        aTier('Max', {
          prices: [price('month', 1900)],
          inherits: 'Pro',
          entitlements: [booleanFeature('Audit log')],
        }),
        aTier('A', {
          prices: [price('month', 1)],
          inherits: 'B',
          entitlements: [booleanFeature('of A')],
        }),
        aTier('B', { prices: [price('month', 2)], inherits: 'A' }),
        aTier('Odd', { prices: [price('month', 3)], inherits: 'Platinum' }),
      ],
    })
    const slugs = (plan: string) =>
      bodyOf(draft, 'plan', plan).entitlements.map(({ featureSlug }) => featureSlug)
    expect(slugs('acme-pro-monthly')).toEqual(['api-calls', 'sso'])
    expect(slugs('acme-max-monthly')).toEqual(['api-calls', 'sso', 'audit-log'])
    expect(entitlementIn(draft, 'acme-max-monthly', 'api-calls')).toMatchObject({ value: 5_000 })
    expect(slugs('acme-b-monthly')).toEqual(['of-a'])
    expect(draft.missed).toEqual([
      '"Odd" includes everything in "Platinum", but no tier with that name was found.',
    ])
  })
})

describe('unit prices', () => {
  const pro = (
    overage: Offer['usagePrices'],
    ...entitlements: Offer['tiers'][number]['entitlements']
  ) => aTier('Pro', { prices: [price('month', 900), price('year', 9000)], overage, entitlements })

  it('apply to usage beyond the quota, which then no longer blocks usage', () => {
    const draft = draftOf({
      tiers: [
        pro(
          [unitPrice('GB', '0.10'), unitPrice('request', '2', 1_000)],
          quota(50, 'Traffic GB', 'month'),
        ),
      ],
    })
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').charges.slice(1)).toEqual([
      {
        type: 'usage',
        name: 'Traffic GB',
        metricId: 'traffic-gb',
        pricing: {
          model: 'graduated',
          tiers: [
            { upTo: 50, unitAmount: '0', flatAmount: 0 },
            { upTo: null, unitAmount: '10', flatAmount: 0 },
          ],
        },
      },
      {
        type: 'usage',
        name: 'Requests',
        metricId: 'requests',
        pricing: { model: 'per_unit', unitAmount: '0.2' },
      },
    ])
    expect(entitlementIn(draft, 'acme-pro-monthly', 'traffic-gb')).toMatchObject({
      value: 50,
      limit: 'soft',
    })
    expect(entitlementIn(draft, 'acme-pro-monthly', 'requests')).toMatchObject({
      mode: 'unlimited',
    })
    const yearly = bodyOf(draft, 'plan', 'acme-pro-yearly').charges[1]
    expect(yearly?.pricing).toMatchObject({ tiers: [{ upTo: 600 }, { upTo: null }] })
    expect(draft.missed).toEqual([expect.stringContaining('The first 600 are free')])
  })

  it('add units to a limit', () => {
    const draft = draftOf({
      tiers: [pro([unitPrice('additional user', '5')], limit(3, 'team members'))],
    })
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').charges[1]).toEqual({
      type: 'recurring',
      name: 'Team members',
      featureSlug: 'team-members',
      quantity: 3,
      pricing: {
        model: 'graduated',
        tiers: [
          { upTo: 3, unitAmount: '0', flatAmount: 0 },
          { upTo: null, unitAmount: '500', flatAmount: 0 },
        ],
      },
    })
    expect(bodyOf(draft, 'plan', 'acme-pro-yearly').charges).toHaveLength(1)
    expect(draft.missed).toEqual([expect.stringContaining('"Pro, yearly"')])
  })

  it('of the whole page apply to every paid plan, and create a plan if there is none', () => {
    const usagePrices = [unitPrice('Opus input MTok', '15'), unitPrice('opus input MTok', '30')]
    const draft = draftOf({ usagePrices, tiers: [aTier('Free', { isFree: true }), pro([])] })
    expect(bodyOf(draft, 'plan', 'acme-free').charges).toEqual([])
    expect(bodyOf(draft, 'plan', 'acme-pro-yearly').charges[1]).toMatchObject({
      name: 'Opus input tokens',
      pricing: { model: 'per_unit', unitAmount: '0.0015' },
    })
    expect(draft.missed).toEqual([expect.stringContaining('opus input tokens": 30 for')])
    const bare = draftOf({ usagePrices })
    expect(slugsInDraft(bare, 'plan')).toEqual(['acme-pay-as-you-go'])
    expect(bare.trackingContract[0]?.exampleEvent).toMatchObject({ quantity: 1500 })
  })

  it('of one tier apply only to that tier, even if the page repeats them', () => {
    const draft = draftOf({
      usagePrices: [unitPrice('min', '0.25')],
      tiers: [
        aTier('Chat', { prices: [price('month', 900)] }),
        pro([unitPrice('minute', '0.24')], quota(100, 'Minutes', 'month')),
      ],
    })
    expect(bodyOf(draft, 'plan', 'acme-chat-monthly').charges).toHaveLength(1)
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').charges[1]?.pricing).toMatchObject({
      tiers: [{ upTo: 100 }, { unitAmount: '24' }],
    })
  })

  it('do not apply to unlimited features', () => {
    const draft = draftOf({
      tiers: [pro([unitPrice('image', '0.05')], quota('unlimited', 'Images'))],
    })
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').charges).toHaveLength(1)
  })
})
