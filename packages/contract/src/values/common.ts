import { z } from 'zod'
import { customerId, money, timestampInput } from './primitives.ts'

/** The customer a request acts for: a portal token names it already, a secret key does not. */
export const ownCustomerId = customerId.optional().meta({
  description:
    "The merchant's own customer id. Required with a secret key. A portal token fills in its own customer, and any other is refused with 403.",
})

/** A filter of lists that a merchant may also read across all customers. */
export const customerFilter = customerId.optional().meta({
  description:
    "Only of this customer. Without it a secret key lists all customers, a portal token its own; another customer's is refused with 403.",
})

/** Filters of append-only logs. */
export const createdBetween = {
  createdAfter: timestampInput.optional().meta({ description: 'Inclusive.' }),
  createdBefore: timestampInput.optional().meta({ description: 'Inclusive.' }),
}

/** Money that must move: at least one minor unit. */
export const positiveMoney = money.refine((value) => value > 0, {
  error: 'must be greater than zero',
})

/** A UTC day in a response. */
export const utcDay = z.iso.date().meta({ description: 'UTC day, YYYY-MM-DD.' })

/** How many UTC days a chart looks back, today included. */
export const trailingDays = z.coerce
  .number<number | string>({ error: 'must be a whole number of days' })
  .int()
  .min(1)
  .max(366)
  .default(30)
  .meta({ description: 'Trailing UTC days, today included; default 30, at most 366.' })

/** A list in the usual envelope that is answered whole, because a part of it would mislead. */
export const wholeList = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    nextCursor: z.null().meta({ description: 'Always null: this list is never paged.' }),
  })
