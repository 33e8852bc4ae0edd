import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import type { Feature } from '../../catalog/read.ts'
import type { Properties } from './event.ts'

export type CreditCost = NonNullable<Feature['creditCost']>

/** Credits that one unit costs: by the first rule that says exactly what the event says, or else the default. */
export function creditPrice({ perUnit, rules }: CreditCost, properties: Properties): Amount {
  const rule = rules.find(({ where }) =>
    Object.entries(where).every(([property, value]) => properties[property] === value),
  )
  return parseAmount(rule?.perUnit ?? perUnit)
}
