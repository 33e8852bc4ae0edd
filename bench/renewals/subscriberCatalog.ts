import { merchantCatalog } from '../seed/merchantCatalog.ts'

export const EXPORT_EVENT = 'export.made'
export const FEE = 2_000
export const EXPORT_PRICE = 3
export const PERIOD_CREDITS = 100

/**
 * The plan that is renewed: a fee in advance, metered exports in arrears, and credits each month.
 */
export const subscriberCatalog = {
  ...merchantCatalog,
  products: { app: { name: 'App' } },
  metrics: {
    ...merchantCatalog.metrics,
    exports: { name: 'Exports', eventName: EXPORT_EVENT, aggregation: 'sum' },
  },
  plans: {
    pro: {
      productId: 'app',
      name: 'Pro',
      currency: 'usd',
      interval: 'month',
      charges: [
        { type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount: FEE } },
        {
          type: 'usage',
          name: 'Exports',
          metricId: 'exports',
          pricing: { model: 'per_unit', unitAmount: String(EXPORT_PRICE) },
        },
      ],
      grantRules: [
        { creditCurrencyId: 'credits', amount: PERIOD_CREDITS, cadence: 'billing_period' },
      ],
    },
  },
}
