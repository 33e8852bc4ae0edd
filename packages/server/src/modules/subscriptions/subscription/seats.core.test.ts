import { expect, it } from 'vitest'
import { chargeOf, perUnitPricing } from '../testing/billedPlan.ts'
import { sameSeats, seatsOf, seatsSoldBy } from './seats.core.ts'

const seat = (featureSlug: string, quantity: number) =>
  chargeOf({ pricing: perUnitPricing('10'), featureSlug, quantity }, featureSlug)
const plan = { slug: 'pro', charges: [seat('editors', 3), seat('viewers', 1)] }

it('a request replaces the seats of the plan', () => {
  expect(seatsOf(plan)).toEqual({ quantities: { editors: 3, viewers: 1 } })
  expect(seatsOf(plan, { viewers: 8 })).toEqual({ quantities: { editors: 3, viewers: 8 } })
})

it('a request for seats that the plan does not sell is refused', () => {
  expect(seatsOf(plan, { viewers: 8, admins: 1 })).toEqual({
    problems: [
      { path: 'quantities.admins', message: 'plan "pro" does not sell this feature by the seat' },
    ],
  })
  expect(seatsSoldBy(plan, { viewers: 8, admins: 1 })).toEqual({ viewers: 8 })
})

it('seats are compared regardless of their order', () => {
  expect(sameSeats({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  expect(sameSeats({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe(false)
  expect(sameSeats({ a: 1 }, { a: 1, b: 2 })).toBe(false)
})
