import { expect, it } from 'vitest'
import { discountAfterBill, isDiscounted, NO_DISCOUNT } from './coupon.core.ts'

const discount = (discountPeriodsLeft: number | null) => ({ couponId: 'cpn', discountPeriodsLeft })

it('a bill is discounted while the coupon has periods left, and always if it has no limit', () => {
  expect(isDiscounted(discount(2))).toBe(true)
  expect(isDiscounted(discount(1))).toBe(true)
  expect(isDiscounted(discount(0))).toBe(false)
  expect(isDiscounted(discount(null))).toBe(true)
  expect(isDiscounted(NO_DISCOUNT)).toBe(false)
})

it('each bill uses up one period', () => {
  expect(discountAfterBill(discount(2))).toEqual(discount(1))
  expect(discountAfterBill(discount(1))).toEqual(discount(0))
  expect(discountAfterBill(discount(0))).toEqual(NO_DISCOUNT)
  expect(discountAfterBill(discount(null))).toEqual(discount(null))
})
