import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { plainLine } from './plainLine.ts'
import { readUnitPrices } from './readUnitPrices.ts'

/** A table that compares what others charge is none of the page's own prices. */
const THIRD_PARTY =
  /^(?:providers?|vendors?|competitors?|companies|company|alternatives?|tools?|anbieter|fournisseurs?|proveedor(?:es)?|провайдер\p{L}*)$/iu
const UNIT_HEAD =
  /(?:\/|per|pro|je|par|por|за)\s*((?:[\d.,]+\s?[kKmM]?\s+)?[\p{L}][\p{L}\s-]{1,24})(?=$|[)\],])/iu
const COST_HEAD =
  /^(?:price|cost|rate|fee|unit price|preis|kosten|prix|coût|precio|coste|preço|custo|цена|стоимость|料金|価格|가격|价格)/iu
const CREDITS =
  /(?:credits?|tokens?|crédits?|créditos?|кредит\p{L}*|токен\p{L}*|クレジット|크레딧|积分)/iu
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)?$/u

/** Reads a table of unit prices: what each row names, at the price of the column that is headed so. */
export function readUsageTable(
  rows: readonly (readonly string[])[],
  hints: MoneyHints,
): ReadUnitPrice[] {
  const [header, ...body] = rows
  if (header === undefined || body.length === 0) return []
  if (header.some((cell) => THIRD_PARTY.test(plainLine(cell)))) return []
  return header.flatMap((head, column) =>
    column === 0 ? [] : readColumn(head, column, body, hints),
  )
}

function readColumn(
  head: string,
  column: number,
  body: readonly (readonly string[])[],
  hints: MoneyHints,
): ReadUnitPrice[] {
  const unit = UNIT_HEAD.exec(plainLine(head))?.[1]?.trim()
  const isCost = COST_HEAD.test(plainLine(head))
  const isInCredits = CREDITS.test(head)
  return body.flatMap((row) => {
    const name = plainLine(row[0] ?? '')
    const cell = plainLine(row[column] ?? '')
    if (!/\p{L}/u.test(name) || name.length > 60 || cell.length > 40) return []
    const evidence = `${name}: ${cell}`
    const told = readUnitPrices(cell, hints).filter(
      ({ isPerSeat, isRecurring }) => !isPerSeat && !isRecurring,
    )
    if (told.length > 0)
      return told.map(({ unit: own, amount, per, confidence }) => ({
        unit: `${name} ${own}`,
        amount,
        per,
        evidence,
        confidence,
      }))
    const [amount] = findAmounts(cell, hints)
    if (amount !== undefined && unit !== undefined && !/^(?:month|year|user|seat)/iu.test(unit))
      return [{ unit: `${name} ${unit}`, amount: amount.value, per: 1, evidence, confidence: 0.7 }]
    const credits = creditsOf(cell, isInCredits)
    if (credits === undefined || (!isInCredits && !isCost)) return []
    return [{ unit: `${name} (credits)`, amount: credits, per: 1, evidence, confidence: 0.7 }]
  })
}

/** "5 credits", or a plain number in a column of credits; what is charged by the month is no price of an action. */
function creditsOf(cell: string, isInCredits: boolean): string | undefined {
  const told = /^(\d+(?:[.,]\d+)?)\s+(\p{L}+)$/u.exec(cell)
  if (told?.[1] !== undefined && CREDITS.test(told[2] ?? '')) return told[1].replace(',', '.')
  return isInCredits && PLAIN_NUMBER.test(cell) ? cell.replace(',', '.') : undefined
}
