import { z } from 'zod'
import { customerId, money, timestampInput } from './primitives.ts'

/** The customer that a request acts for. A portal token already names it; a secret key does not. */
export const ownCustomerId = customerId.optional().meta({
  description:
    "The merchant's customer id. Required with a secret key. A portal token implies its own customer; any other id is refused with 403.",
})

/** A filter for lists that a merchant may also read for all customers. */
export const customerFilter = customerId.optional().meta({
  description:
    "Only this customer. Without it, a secret key lists all customers and a portal token its own. A portal token with another customer's id is refused with 403.",
})

/** Filters of append-only logs. */
export const createdBetween = {
  createdAfter: timestampInput.optional().meta({ description: 'Inclusive.' }),
  createdBefore: timestampInput.optional().meta({ description: 'Inclusive.' }),
}

/** An amount of at least one minor unit. */
export const positiveMoney = money.refine((value) => value > 0, {
  error: 'must be greater than zero',
})

export const utcDay = z.iso.date().meta({ description: 'UTC day, YYYY-MM-DD.' })

/** The number of UTC days that a chart covers, including today. */
export const trailingDays = z.coerce
  .number<number | string>({ error: 'must be a whole number of days' })
  .int()
  .min(1)
  .max(366)
  .default(30)
  .meta({ description: 'Number of UTC days, including today. Default 30, at most 366.' })

/** A list in the usual envelope, but always complete, because a part of it would be misleading. */
export const wholeList = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    nextCursor: z.null().meta({ description: 'Always null: this list has no pages.' }),
  })
