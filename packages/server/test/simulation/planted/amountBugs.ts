import type { PlantedBug } from './plantedBugs.ts'

const scene = 'billing'

/** Bugs in prices, discounts, tax and prepaid money. */
export const plantedAmountBugs: readonly PlantedBug[] = [
  {
    name: 'a change refunds the catalog price instead of the billed price',
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
    name: "a renewal does not count toward a coupon's periods",
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
    name: "a change that starts a new period does not count toward a coupon's periods",
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
    name: 'a subscription that never started keeps its coupon redemption',
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
    name: 'a change in the middle of a period applies a fixed-amount coupon in full',
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
    name: 'voiding an invoice does not return prepaid money',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/invoicing/invoice/voidInvoice.ts',
        find: 'if (creditsApplied > 0) await returnInvoiceMoney(tx, scope, { customerId, invoiceId })',
        replace: '',
      },
    ],
  },
  {
    name: 'inclusive tax is computed as exclusive tax',
    scene,
    seed: 4,
    patches: [
      {
        file: 'modules/invoicing/tax/lineTax.core.ts',
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
        file: 'modules/invoicing/tax/lineTax.core.ts',
        find: 'const added = percentOf(price, percentage)',
        replace: 'const added = percentOf(amount, percentage)',
      },
    ],
  },
  {
    name: 'every bill prices usage from the first tier',
    scene,
    seed: 39,
    patches: [
      {
        file: 'modules/subscriptions/period/usageLines.core.ts',
        find: 'applyPortion(priceQuantity(pricing, quantity), WHOLE),\n    applyPortion(priceQuantity(pricing, billed), WHOLE),',
        replace: 'applyPortion(priceQuantity(pricing, subtract(quantity, billed)), WHOLE), 0,',
      },
    ],
  },
  {
    name: 'the full minimum is charged for a part of a period',
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
    name: 'a volume tier excludes its upper limit',
    scene,
    seed: 21,
    patches: [
      {
        file: 'modules/catalog/pricing/priceQuantity.core.ts',
        find: 'upTo === null || compare(quantity, parseAmount(upTo)) <= 0)',
        replace: 'upTo === null || compare(quantity, parseAmount(upTo)) < 0)',
      },
    ],
  },
  {
    name: 'reversed usage refunds its full price although it was discounted',
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
