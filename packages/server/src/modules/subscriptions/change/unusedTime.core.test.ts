import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'
import type { BillLine } from '../../invoicing/core.ts'
import type { LineBilledAhead } from '../../invoicing/read.ts'
import { advanceLines, type BilledPlan } from '../period/chargeLines.core.ts'
import { applyPortion, remainingPortion, WHOLE } from '../period/proration.core.ts'
import { chargeOf, flatPricing, perUnitPricing, planOf, prepaidBy } from '../testing/billedPlan.ts'
import { unusedLines } from './unusedTime.core.ts'

const june = { start: new Date('2026-06-01T00:00:00Z'), end: new Date('2026-07-01T00:00:00Z') }
const day = (n: number) => new Date(Date.UTC(2026, 5, n))
const pro = planOf([chargeOf({ pricing: flatPricing(1_000) })])

const prepaid = (
  amount: number,
  start: Date,
  end = june.end,
  chargeId = 'chg_1',
): LineBilledAhead => ({
  subscriptionId: 'sub_1',
  planId: 'pln_1',
  chargeId,
  description: 'Old – Fee',
  amount,
  periodStart: start,
  periodEnd: end,
})

const givenBack = (lines: readonly LineBilledAhead[], at: Date) =>
  unusedLines(pro, lines, at).map(({ amount }) => amount)

describe('unused time', () => {
  it('is credited on one line per charge, for the rest of the period', () => {
    const paid = prepaidBy(advanceLines(pro, june, WHOLE))
    expect(unusedLines(pro, paid, day(11))).toEqual([
      {
        type: 'proration',
        description: 'Unused time on Pro – Base fee',
        subscriptionId: 'sub_1',
        planId: 'pln_1',
        chargeId: 'chg_1',
        metricId: null,
        quantity: parseAmount(1),
        unitAmount: parseAmount(-667),
        amount: -667,
        isDiscountable: false,
        periodStart: day(11),
        periodEnd: june.end,
      },
    ])
  })

  it('is the whole amount at the start, and nothing at or after the end', () => {
    const paid = [prepaid(1_000, june.start)]
    expect(givenBack(paid, june.start)).toEqual([-1_000])
    expect(givenBack(paid, new Date(june.end.getTime() - 1))).toEqual([])
    expect(givenBack(paid, june.end)).toEqual([])
  })

  it('is not credited twice', () => {
    const paid = [prepaid(1_000, june.start), prepaid(-667, day(11))]
    expect(givenBack(paid, day(11))).toEqual([])
    expect(givenBack(paid, day(21))).toEqual([])
  })

  it('is computed from the discounted amount', () => {
    expect(givenBack([prepaid(500, june.start)], day(16))).toEqual([-250])
  })

  it('adds up over lines that run at the same time', () => {
    const paid = [prepaid(1_000, june.start), prepaid(500, day(16))]
    expect(givenBack(paid, day(16))).toEqual([-1_000])
    expect(givenBack(paid, day(21))).toEqual([-667])
  })

  it('counts no time twice if an earlier credit rounded to zero and has no line', () => {
    // A plan of 2 a month. The customer leaves and returns twice. On day 10, 0.56 is used, rounded
    // to 1, and 1 is billed, so that the second credit is zero. On day 18, 1.09 counts as used:
    // the day away is included, because no line ends the charge on day 10.
    const leftAt = new Date('2026-06-08T09:00:00Z')
    const stays = [prepaid(2, june.start), prepaid(-2, leftAt), prepaid(1, day(9))]
    expect(givenBack(stays, day(10))).toEqual([])
    expect(givenBack([...stays, prepaid(1, day(11))], day(18))).toEqual([-1])
  })

  it('is credited up to the amount of the lines that are still running', () => {
    const withheld = [prepaid(1_000, june.start), prepaid(-400, day(16)), prepaid(10, day(16))]
    expect(givenBack(withheld, day(16))).toEqual([-10])
  })

  it('of charges of an earlier plan version is credited under their original name', () => {
    const paid = [prepaid(300, june.start, june.end, 'chg_old')]
    expect(unusedLines(pro, paid, day(16))).toMatchObject([
      { chargeId: 'chg_old', description: 'Unused time on Old – Fee', amount: -150 },
    ])
  })

  it('is credited for the plan and the period of the last line', () => {
    const first = { ...prepaid(500, june.start, day(21), 'gone'), planId: 'pln_0' }
    const last = { ...prepaid(500, day(5), june.end, 'gone'), description: 'Newer – Fee' }
    expect(unusedLines(pro, [first, last], day(11))).toMatchObject([
      { description: 'Unused time on Newer – Fee', planId: 'pln_1', periodEnd: june.end },
    ])
  })

  it('is credited after a line that was free', () => {
    expect(givenBack([prepaid(1_000, june.start), prepaid(0, day(11))], day(16))).toEqual([-500])
  })

  it('is not credited for charges in arrears', () => {
    const arrears = planOf([chargeOf({ pricing: flatPricing(1_000), timing: 'in_arrears' })])
    expect(unusedLines(arrears, [prepaid(1_000, june.start)], day(16))).toEqual([])
  })

  it('is not credited for lines of other subscriptions or lines without a charge', () => {
    const paid = [
      { ...prepaid(300, june.start), subscriptionId: 'sub_2' },
      { ...prepaid(300, june.start), chargeId: null },
    ]
    expect(unusedLines(pro, paid, day(16))).toEqual([])
  })
})

const instant = (period: Period) =>
  fc
    .integer({ min: period.start.getTime(), max: period.end.getTime() })
    .map((time) => new Date(time))
/** Amounts in yen, cents and fils are all whole minor units. */
const amount = fc.oneof(fc.nat(2_000), fc.noBias(fc.nat(10_000_000_000)))

it('a period that is split at any instant costs the same, except for one rounding per line', () => {
  fc.assert(
    fc.property(amount, instant(june), (price, at) => {
      const plan = planOf([chargeOf({ pricing: flatPricing(price) })])
      const paid = prepaidBy(advanceLines(plan, june, WHOLE))
      const back = unusedLines(plan, paid, at).reduce((total, line) => total + line.amount, 0)
      const rest = advanceLines(plan, { start: at, end: june.end }, remainingPortion(june, at))
      const again = rest.reduce((total, line) => total + line.amount, 0)
      expect(Math.abs(back + again)).toBeLessThanOrEqual(1)
      expect(-back).toBeLessThanOrEqual(price)
    }),
    { numRuns: 500 },
  )
})

/** Returns the billed and credited lines of a customer who switches, and the time on each plan. */
function switchBackAndForth(plans: readonly BilledPlan[], instants: readonly Date[]) {
  let book: LineBilledAhead[] = []
  let on = 0
  const plan = () => plans[on % plans.length] as BilledPlan
  book = prepaidBy(advanceLines(plan(), june, WHOLE))
  const timeOn = plans.map(() => 0)
  let since = june.start
  for (const at of instants) {
    timeOn[on % plans.length] = (timeOn[on % plans.length] ?? 0) + (at.getTime() - since.getTime())
    since = at
    const back = unusedLines(plan(), book, at)
    on += 1
    const rest = advanceLines(plan(), { start: at, end: june.end }, remainingPortion(june, at))
    book = [...book, ...prepaidBy(back), ...prepaidBy(rest)]
  }
  timeOn[on % plans.length] =
    (timeOn[on % plans.length] ?? 0) + (june.end.getTime() - since.getTime())
  return { book, timeOn }
}

it('a hundred switches back and forth do not drift', () => {
  const anywhere = fc
    .array(instant(june), { minLength: 1, maxLength: 100 })
    .map((times) => times.sort((a, b) => a.getTime() - b.getTime()))
  // Each switch follows after a share of the remaining time, so that every rounding has its largest
  // effect.
  const towardsTheEnd = fc
    .array(fc.noBias(fc.integer({ min: 1, max: 90 })), { minLength: 40, maxLength: 100 })
    .map((shares) => {
      let at = june.start.getTime()
      return shares.map((share) => {
        at += Math.floor(((june.end.getTime() - at) * share) / 100)
        return new Date(at)
      })
    })
  const instants = fc.oneof(anywhere, towardsTheEnd)
  fc.assert(
    fc.property(amount, amount, fc.nat(20), instants, (one, other, seats, times) => {
      const plans = [
        planOf([chargeOf({ pricing: flatPricing(one) }, 'a')]),
        planOf([chargeOf({ pricing: perUnitPricing(String(other)), featureSlug: 's' }, 'b')], {
          s: seats,
        }),
      ]
      const { book, timeOn } = switchBackAndForth(plans, times)
      for (const [at, price] of [one, other * seats].entries()) {
        const lines = book.filter(({ chargeId }) => chargeId === 'ab'[at])
        const billed = lines.reduce((total, line) => total + line.amount, 0)
        const whole = june.end.getTime() - june.start.getTime()
        const due = applyPortion(parseAmount(price), { part: timeOn[at] ?? 0, whole })
        expect(billed).toBeGreaterThanOrEqual(0)
        // The used amount of a charge and its last line are rounded. So is its first line, unless
        // it was for the whole period.
        const beganWhole = at === 0
        expect(Math.abs(billed - due)).toBeLessThanOrEqual(beganWhole ? 1 : 2)
      }
    }),
    { numRuns: 1_000 },
  )
})

const totalOf = (lines: readonly BillLine[]) => lines.reduce((sum, line) => sum + line.amount, 0)

/** The credit for one flat price and the charge for another after a change within a period. */
function changed(before: number, after: number, [start, at, end]: readonly number[]) {
  const [from, when, until] = [start, at, end].map((seconds) => new Date((seconds ?? 0) * 1_000))
  if (!from || !when || !until) throw new Error('three instants')
  const period = { start: from, end: until }
  const old = planOf([chargeOf({ pricing: flatPricing(before) }, 'old')])
  const next = planOf([chargeOf({ pricing: flatPricing(after) }, 'new')])
  const paid = prepaidBy(advanceLines(old, period, WHOLE))
  const rest = { start: when, end: until }
  return {
    unused: totalOf(unusedLines(old, paid, when)),
    remaining: totalOf(advanceLines(next, rest, remainingPortion(period, when))),
  }
}

describe("as in Stripe's published examples", () => {
  // https://docs.stripe.com/billing/subscriptions/prorations
  it('a change from 10 USD to 20 USD halfway through the period credits 5 USD and charges 10 USD', () => {
    const halfway = [june.start, new Date('2026-06-16T00:00:00Z'), june.end]
    const seconds = halfway.map((at) => at.getTime() / 1_000)
    expect(changed(1_000, 2_000, seconds)).toEqual({ unused: -500, remaining: 1_000 })
  })

  // Results of Stripe's API in published invoices, computed to the second:
  // https://gist.github.com/matthewarkin/27bcfdf622eb91d3508ea082d0ad50b8 (10 USD, 14 February to
  // 14 March 2017), http://pastebin.com/9Hu591Zt (9.99 and 29.99 USD),
  // https://pastebin.com/Rxuk5FLW
  it.each([
    [1_000, [1_487_030_400, 1_488_568_488, 1_489_449_600], -364],
    [999, [1_477_364_992, 1_477_365_718, 1_480_043_392], -999],
    [1_000, [1_526_482_619, 1_526_487_083, 1_529_161_019], -998],
  ])(
    'the credit for unused time at a price of %i and the instants %j is %i',
    (price, instants, unused) => {
      expect(changed(price, 0, instants)).toMatchObject({ unused })
    },
  )

  it('twelve minutes after the start of a period, its rest costs 29.98 of 29.99 USD', () => {
    const instants = [1_477_364_992, 1_477_365_718, 1_480_043_392]
    expect(changed(999, 2_999, instants)).toEqual({ unused: -999, remaining: 2_998 })
  })
})
