import type { PlantedBug } from './plantedBugs.ts'

const scene = 'billing'

/** What amounts are made of, gone wrong. */
export const plantedAmountBugs: readonly PlantedBug[] = [
  {
    name: "a change gives back the catalog's price instead of what was billed",
    scene,
    seed: 3,
    patches: [
      {
        file: 'modules/invoicing/invoice/invoiceLines.sql.ts',
        find: 'isInclusive ? total : subtotal - discount',
        replace: 'isInclusive ? total + discount : subtotal',
      },
    ],
  },
  {
    name: 'a coupon for some periods is not used up by a renewal',
    scene,
    seed: 4,
    patches: [
      {
        file: 'modules/subscriptions/period/openPeriod.ts',
        find: 'draft || subscription.discountPeriodsLeft === 0 ?',
        replace: 'subscription.discountPeriodsLeft === 0 ?',
      },
    ],
  },
  {
    name: 'a change that begins a period of its own does not use a coupon',
    scene,
    seed: 3,
    patches: [
      {
        file: 'modules/subscriptions/change/applyChange.ts',
        find: '...(billsPeriod(change) ? discountAfterBill(subscription) : {}),',
        replace: '',
      },
    ],
  },
  {
    name: 'the use of a coupon is not given back by what never began',
    scene,
    seed: 2,
    patches: [
      {
        file: 'modules/subscriptions/end/endIncomplete.ts',
        find: 'await restoreCoupon(tx, scope, subscription.couponId)',
        replace: '',
      },
    ],
  },
  {
    name: 'an amount off is taken whole by a change in the middle of a period',
    scene,
    seed: 3,
    patches: [
      {
        file: 'modules/subscriptions/change/changeLines.core.ts',
        find: 'return { ...discount, amountOff: applyPortion(parseAmount(discount.amountOff), remaining) }',
        replace: 'return remaining && discount',
      },
    ],
  },
  {
    name: 'prepaid money of a void invoice is gone',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/invoicing/invoice/voidInvoice.ts',
        find: 'if (creditsApplied > 0) await giveBackInvoicePayment(tx, scope, { customerId, invoiceId })',
        replace: '',
      },
    ],
  },
  {
    name: 'tax that a price has in it is taken as if it came on top',
    scene,
    seed: 4,
    patches: [
      {
        file: 'modules/invoicing/bill/bill.core.ts',
        find: 'return Number(divideHalfEven(BigInt(amount) * units, HUNDRED + units))',
        replace: 'return Number(divideHalfEven(BigInt(amount) * units, HUNDRED))',
      },
    ],
  },
  {
    name: 'tax is computed before the discount',
    scene,
    seed: 2,
    patches: [
      {
        file: 'modules/invoicing/bill/bill.core.ts',
        find: 'const added = percentOf(price, percentage)',
        replace: 'const added = percentOf(amount, percentage)',
      },
    ],
  },
  {
    name: 'usage is priced by its tiers from the first one each time it is billed',
    scene,
    seed: 39,
    patches: [
      {
        file: 'modules/subscriptions/period/usageLines.core.ts',
        find: 'applyPortion(rate(pricing, quantity), WHOLE),\n    applyPortion(rate(pricing, billed), WHOLE),',
        replace: 'applyPortion(rate(pricing, subtract(quantity, billed)), WHOLE), 0,',
      },
    ],
  },
  {
    name: 'the minimum is asked for whole for a part of a period',
    scene,
    seed: 11,
    patches: [
      {
        file: 'modules/subscriptions/period/chargeLines.core.ts',
        find: 'applyPortion(parseAmount(minimum ?? 0), portion)',
        replace: 'applyPortion(parseAmount(minimum ?? 0), portion && WHOLE)',
      },
    ],
  },
  {
    name: 'a tier of the whole quantity does not reach up to its end',
    scene,
    seed: 21,
    patches: [
      {
        file: 'modules/catalog/pricing/rate.core.ts',
        find: 'upTo === null || compare(quantity, parseAmount(upTo)) <= 0)',
        replace: 'upTo === null || compare(quantity, parseAmount(upTo)) < 0)',
      },
    ],
  },
  {
    name: 'usage that is taken back gives back its price although it was billed with a discount',
    scene,
    seed: 3,
    patches: [
      {
        file: 'modules/subscriptions/period/usageLines.core.ts',
        find: 'if (price >= billed || invoiced === undefined) return price - billed',
        replace: 'if (invoiced !== null) return price - billed',
      },
    ],
  },
]
