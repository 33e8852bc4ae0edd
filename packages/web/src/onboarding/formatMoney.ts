import { currencyScale, renderAmount } from '@purser/contract/client'

/** An amount of money in minor units of its currency. */
export const formatMoney = (minorUnits: number | string, currency: string): string =>
  renderAmount(minorUnits, {
    denomination: currency,
    minorUnitScale: currencyScale(currency) ?? 2,
  })
