/** A count or a quantity: `1,250`, `3.5`. */
export const formatCount = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value)
