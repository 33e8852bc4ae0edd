import type { PaymentMethod } from '@purser/contract/client'
import type { Words } from '../words.ts'

const BRANDS: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** What a customer calls a payment method: `Visa ending in 4242`. */
export function nameMethod(
  { cardBrand, cardLast4, type }: Pick<PaymentMethod, 'cardBrand' | 'cardLast4' | 'type'>,
  words: Words['payments'],
): string {
  const brand = BRANDS.get(cardBrand ?? '') ?? cardBrand ?? (type === 'card' ? null : type)
  if (cardLast4 === null) return brand ?? words.otherMethod
  return words.ending(brand ?? words.otherMethod, cardLast4)
}
