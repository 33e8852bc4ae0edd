import {
  anOffer,
  aTier,
  booleanFeature,
  credits,
  limit,
  price,
  quota,
  unitPrice,
} from './anOffer.ts'

/** Sells credits: some in every plan, more in packages, and the rest on the invoice. */
export const pixelry = anOffer({
  product: 'Pixelry',
  tiers: [
    aTier('Free', {
      isFree: true,
      prices: [price('month', 0)],
      credits: credits(20, 'one_time'),
      entitlements: [booleanFeature('Community gallery'), limit(1, 'project')],
    }),
    aTier('Pro', {
      isPopular: true,
      inherits: 'Free',
      prices: [price('month', 1900), price('year', 19_000)],
      credits: credits(500, 'month'),
      overage: [unitPrice('additional credit', '0.02')],
      entitlements: [limit('unlimited', 'Projects'), booleanFeature('Private gallery')],
    }),
    aTier('Enterprise', {
      contactSales: true,
      inherits: 'Pro',
      entitlements: [booleanFeature('SSO')],
    }),
  ],
  usagePrices: [
    unitPrice('image', '5', 1, { inCredits: true }),
    unitPrice('words', '1', 100, { inCredits: true }),
  ],
  creditPackages: [
    { credits: 1_000, amountMinor: 1500, confidence: 0.9, evidence: '1,000 AI credits $15' },
    { credits: 5_000, amountMinor: 6000, confidence: 0.9, evidence: '5,000 AI credits $60' },
  ],
})

/** Sells quotas with overage, seats and an add-on. */
export const routely = anOffer({
  product: 'Routely',
  currency: 'eur',
  tiers: [
    aTier('Hobby', {
      isFree: true,
      prices: [price('month', 0)],
      entitlements: [quota(3, 'API calls', 'day'), quota(2, 'Traffic GB', 'month')],
    }),
    aTier('Growth', {
      prices: [price('month', 4900), price('year', 49_000)],
      inherits: 'Hobby',
      trialDays: 14,
      entitlements: [
        quota(10_000, 'API calls', 'month'),
        quota(60, 'API calls', 'minute'),
        quota(50, 'Traffic GB', 'month'),
        limit(3, 'team members'),
        booleanFeature('Webhooks'),
      ],
      overage: [
        unitPrice('API call', '2', 1_000),
        unitPrice('GB', '0.10'),
        unitPrice('team member', '5'),
      ],
    }),
    aTier('Team', {
      perSeat: true,
      prices: [price('month', 1200)],
      setupFeeMinor: 9900,
      entitlements: [quota('unlimited', 'API calls'), booleanFeature('Webhooks')],
    }),
  ],
  addons: [
    { name: 'Audit log', prices: [price('month', 900)], confidence: 0.8, evidence: 'Audit log €9' },
  ],
})

/** Uses another script and currency, and sells quarterly, once and by use. */
export const kumo = anOffer({
  product: '雲 Kumo',
  currency: 'jpy',
  tiers: [
    aTier('基本', {
      prices: [price('quarter', 3000)],
      entitlements: [booleanFeature('メールサポート'), quota(100, 'Renders', 'month')],
    }),
    aTier('買い切り', {
      prices: [price('one_time', 15_000)],
      entitlements: [booleanFeature('メールサポート')],
    }),
  ],
  usagePrices: [unitPrice('scan', '12'), unitPrice('transcription minutes', '1', 3)],
})
