import { describe, expect, it } from 'vitest'
import { aTier, booleanFeature, limit, price, quota } from '../testing/anOffer.ts'
import { bodyOf, draftOf, entitlementIn, ofKind } from '../testing/draftReader.ts'

describe('features', () => {
  it('are shared by all tiers and have a type that fits every value', () => {
    const draft = draftOf({
      tiers: [
        aTier('Free', {
          isFree: true,
          entitlements: [
            quota(5, 'API calls', 'day'),
            limit(100, 'storage (MB)'),
            booleanFeature('Exports'),
            limit(30, 'history days'),
            limit(1, 'user'),
            limit(1, 'widget'),
          ],
        }),
        aTier('Pro', {
          prices: [price('year', 9000)],
          entitlements: [
            quota(1_000, 'Monthly API calls', 'month'),
            limit(5, 'Storage (GB)'),
            quota(50, 'exports', 'month'),
            limit(1, 'History years'),
            limit(5, 'widgets'),
          ],
        }),
        aTier('Max', {
          prices: [price('month', 9000)],
          entitlements: [booleanFeature('API call'), limit('unlimited', 'Storage')],
        }),
      ],
    })
    expect(
      ofKind(draft, 'feature').map(({ slug, entry }) => [slug, entry.type, entry.displayOrder]),
    ).toEqual([
      ['api-calls', 'metered', 1],
      ['storage-gb', 'config', 2],
      ['exports', 'metered', 3],
      ['history-days', 'config', 4],
      ['users', 'config', 5],
      ['widgets', 'config', 6],
    ])
    expect(entitlementIn(draft, 'acme-free', 'api-calls')).toMatchObject({
      mode: 'quota',
      value: 5,
      period: 'day',
    })
    expect(bodyOf(draft, 'feature', 'storage-gb').name).toBe('Storage (GB)')
    expect(entitlementIn(draft, 'acme-free', 'storage-gb')).toMatchObject({ value: 0.1 })
    expect(entitlementIn(draft, 'acme-free', 'exports')).toMatchObject({ mode: 'unlimited' })
    expect(entitlementIn(draft, 'acme-pro-yearly', 'api-calls')).toMatchObject({
      value: 1_000,
      period: 'month',
    })
    expect(entitlementIn(draft, 'acme-pro-yearly', 'history-days')).toMatchObject({ value: 365 })
    expect(entitlementIn(draft, 'acme-max-monthly', 'api-calls')).toMatchObject({
      mode: 'unlimited',
    })
    expect(entitlementIn(draft, 'acme-max-monthly', 'storage-gb')).toMatchObject({
      value: 'unlimited',
    })
    expect(draft.missed.join()).toContain('"Exports" has a number in some tiers')
  })

  it('separate a quota and a rate limit of one thing, with one metric', () => {
    const draft = draftOf({
      tiers: [
        aTier('Pro', {
          prices: [price('month', 900)],
          entitlements: [
            quota(10_000, 'API calls', 'month'),
            quota(60, 'API calls', 'minute'),
            quota(10, 'rate limit', 'second'),
          ],
        }),
      ],
    })
    expect(draft.trackingContract).toEqual([
      {
        eventName: 'api_call',
        metric: 'api-calls',
        featureSlugs: ['api-calls', 'api-calls-a-minute', 'rate-limit'],
        exampleEvent: {
          customerId: 'user_42',
          eventName: 'api_call',
          idempotencyKey: 'api-calls-1',
        },
      },
    ])
    expect(bodyOf(draft, 'plan', 'acme-pro-monthly').entitlements).toEqual([
      { featureSlug: 'api-calls', mode: 'quota', value: 10_000, period: 'billing_period' },
      { featureSlug: 'api-calls-a-minute', mode: 'rate', value: 60, period: 'minute' },
      { featureSlug: 'rate-limit', mode: 'rate', value: 600, period: 'minute' },
    ])
  })
})
