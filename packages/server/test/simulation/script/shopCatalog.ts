import type { SimulatedCatalog } from './catalogs.ts'

/**
 * Money and unit wallets that are bought, refilled and spent, and one plan that is paid by card.
 */
export const shop: SimulatedCatalog = {
  document: {
    products: { app: { name: 'App' } },
    creditCurrencies: {
      dollars: { name: 'Dollars', denomination: 'usd' },
      images: { name: 'Images', denomination: 'unit' },
    },
    metrics: {
      pages: { name: 'Pages', eventName: 'page', aggregation: 'sum' },
      images: { name: 'Images', eventName: 'image', aggregation: 'count' },
    },
    features: {
      pages: {
        name: 'Pages',
        type: 'credit',
        metricId: 'pages',
        creditCurrencyId: 'dollars',
        creditCost: { perUnit: '30', rules: [] },
      },
      images: { name: 'Images', type: 'credit', metricId: 'images', creditCurrencyId: 'images' },
    },
    creditPackages: {
      ten: {
        name: 'Ten images',
        creditCurrencyId: 'images',
        credits: 10,
        price: 700,
        currency: 'usd',
        expiresAfterDays: 30,
        priority: 7,
      },
      three: {
        name: 'Three images',
        creditCurrencyId: 'images',
        credits: 3,
        price: 250,
        currency: 'usd',
      },
      gift: { name: 'A gift', creditCurrencyId: 'images', credits: 2, price: 0, currency: 'usd' },
    },
    plans: {
      pro: {
        productId: 'app',
        name: 'Pro',
        currency: 'usd',
        interval: 'month',
        entitlements: [
          { featureSlug: 'pages', onExhausted: 'overdraft' },
          { featureSlug: 'images' },
        ],
      },
    },
  },
  events: [
    { eventName: 'page', quantities: [1, 2, 3, 7], properties: {} },
    { eventName: 'image', quantities: [1], properties: {} },
  ],
}
