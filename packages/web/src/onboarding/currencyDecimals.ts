import { currencyScale } from '@purser/contract/client'
import type { CurrencyEntry } from './Catalog.ts'

/** Decimal places of a credit currency; an entry leaves them out where they are the usual ones. */
export const currencyDecimals = (currency: CurrencyEntry | undefined): number =>
  currency?.minorUnitScale ?? currencyScale(currency?.denomination ?? '') ?? 0
