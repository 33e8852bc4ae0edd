import { isTaxed, type LineType, type TaxTerms } from './billLine.ts'
import type { InvoicePage } from './invoicePaper.ts'

interface TaxedLine {
  readonly type: LineType
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
}

/** What the tax of an invoice was computed on, by rate. */
export function taxBreakdown(
  terms: TaxTerms | null,
  lines: readonly TaxedLine[],
): InvoicePage['taxes'] {
  const taxed = lines.filter(({ type }) => isTaxed(type))
  if (terms === null || taxed.length === 0) return []
  const { name, percentage, isInclusive } = terms
  const taxable = taxed.reduce((sum, { subtotal, discount }) => sum + subtotal - discount, 0)
  const tax = taxed.reduce((sum, line) => sum + line.tax, 0)
  return [{ name, percentage, isInclusive, taxable, tax }]
}
