import type { PaymentMethod } from '@purser/contract/client'
import type { Words } from '../../words/words.ts'

const BRANDS: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** Names a payment method for the customer: `Visa ending in 4242`. */
export function nameMethod(
  { cardBrand, cardLast4, type }: Pick<PaymentMethod, 'cardBrand' | 'cardLast4' | 'type'>,
  words: Words['payments'],
): string {
  const brand = BRANDS.get(cardBrand ?? '') ?? cardBrand ?? (type === 'card' ? null : type)
  if (cardLast4 === null) return brand ?? words.otherMethod
  return words.ending(brand ?? words.otherMethod, cardLast4)
}

type CardExpiry = 'none' | 'good' | 'expiring' | 'expired'

interface Expiring {
  readonly status: string
  readonly expMonth: number | null
  readonly expYear: number | null
}

/**
 * Returns the state of a card. A card is valid until the end of its month, and `expiring` from the
 * month before.
 */
export function cardExpiry({ status, expMonth, expYear }: Expiring, now: Date): CardExpiry {
  if (status === 'expired') return 'expired'
  if (expMonth === null || expYear === null) return 'none'
  const monthsLeft = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1)
  if (monthsLeft < 0) return 'expired'
  return monthsLeft <= 1 ? 'expiring' : 'good'
}
