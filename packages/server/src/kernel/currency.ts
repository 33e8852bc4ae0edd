import currencyCodes from 'currency-codes'

/** ISO 4217 also lists metals, bond units and test codes, in which nobody is invoiced. */
const NOT_MONEY = /^(XAG|XAU|XPD|XPT|XBA|XBB|XBC|XBD|XDR|XSU|XUA|XTS|XXX)$/

/** Decimal places of a lowercase ISO 4217 code (JPY 0, KWD 3), or null when there is no such code. */
export function currencyScale(code: string): number | null {
  const upper = code.toUpperCase()
  return NOT_MONEY.test(upper) ? null : (currencyCodes.code(upper)?.digits ?? null)
}

export const isCurrency = (code: string): boolean => currencyScale(code) !== null
