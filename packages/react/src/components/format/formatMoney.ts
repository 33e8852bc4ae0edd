import { currencyScale, renderAmount } from '@purser/contract/client'

/** An amount of a bill, in minor units of an ISO currency. */
export function formatMoney(minorUnits: number | string, currency: string, locale: string): string {
  return renderAmount(
    minorUnits,
    { denomination: currency, minorUnitScale: currencyScale(currency) ?? 2 },
    locale,
  )
}
