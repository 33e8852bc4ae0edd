export const EVENT = 'api.call'
export const FEATURE = 'api-calls'

/** The benchmark merchant sells API calls for one credit each. */
export const merchantCatalog = {
  creditCurrencies: { credits: { name: 'Credits', denomination: 'unit' } },
  metrics: { calls: { name: 'Calls', eventName: EVENT, aggregation: 'sum' } },
  features: {
    [FEATURE]: {
      name: 'API calls',
      type: 'credit',
      metricId: 'calls',
      creditCurrencyId: 'credits',
      creditCost: { perUnit: '1' },
    },
  },
}
