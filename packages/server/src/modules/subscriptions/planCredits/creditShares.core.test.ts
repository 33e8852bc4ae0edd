import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  compare,
  formatAmount,
  minAmount,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import type { CreditShare } from '../subscription/subscription.core.ts'
import {
  type CreditChange,
  changeCredits,
  firstPeriodKey,
  type RuleTerm,
  settleDeficits,
} from './creditShares.core.ts'

type OnChange = RuleTerm['rule']['onChange']

const day = (n: number) => new Date(Date.UTC(2026, 5, n))
const JUNE = { start: day(1), end: day(31) }

const term = (
  amount: number,
  onChange: OnChange = 'prorate',
  { start, end }: { start: Date; end: Date | null } = JUNE,
  planId = `pln_${amount}`,
): RuleTerm => ({
  planId,
  planVersion: 1,
  rulePosition: 0,
  rule: {
    creditCurrencyId: 'cur',
    amount,
    cadence: 'billing_period',
    expires: 'period_end',
    rollover: 'none',
    priority: 50,
    onChange,
  },
  periodKey: start.toISOString(),
  periodStart: start,
  periodEnd: end,
})

const grantsOf = (remaining: number, voided = 0) => ({
  remaining: parseAmount(remaining),
  voided: parseAmount(voided),
})

const shown = (change: CreditChange | null) =>
  change && {
    voided: formatAmount(change.voided),
    granted: change.granted.map(formatAmount),
    deficit: formatAmount(change.deficit),
  }

/** A change in the middle of June. */
const change = (
  before: RuleTerm[],
  after: RuleTerm[],
  remaining: number,
  more: { voided?: number; share?: CreditShare; at?: Date } = {},
) =>
  changeCredits({
    before,
    after,
    at: more.at ?? day(16),
    grants: grantsOf(remaining, more.voided),
    share: more.share,
  })

describe('credits at a change in the middle of a period', () => {
  it.each([
    // 300 a month earn 150 in half a month. 900 a month grant 450 for the other half.
    ['prorate', 'nothing was used', 300, '150', '450', '0'],
    ['prorate', 'half was used', 150, '150', '450', '0'],
    ['prorate', 'more was used than earned', 50, '50', '350', '0'],
    ['prorate', 'all was used', 0, '0', '300', '0'],
    ['keep', 'nothing was used', 300, '0', '300', '0'],
    ['keep', 'all was used', 0, '0', '300', '0'],
    ['void', 'nothing was used', 300, '300', '450', '0'],
    ['void', 'more was used than earned', 50, '50', '350', '0'],
  ] as const)(
    'follow the policy %s in an upgrade if %s',
    (onChange, _when, remaining, voided, granted, deficit) => {
      const up = change([term(300, onChange)], [term(900)], remaining)
      expect(shown(up)).toEqual({ voided, granted: [granted], deficit })
    },
  )

  it.each([
    ['prorate', 'nothing was used', 900, '450', '150', '0'],
    ['prorate', 'more was used than earned', 350, '350', '50', '0'],
    ['prorate', 'more was used than both plans grant', 250, '250', '0', '50'],
    ['prorate', 'all was used', 0, '0', '0', '300'],
    ['keep', 'nothing was used', 900, '0', '0', '300'],
    ['keep', 'all was used', 0, '0', '0', '300'],
    ['void', 'nothing was used', 900, '900', '150', '0'],
    ['void', 'all was used', 0, '0', '0', '300'],
  ] as const)(
    'follow the policy %s in a downgrade if %s',
    (onChange, _when, remaining, voided, granted, deficit) => {
      const down = change([term(900, onChange)], [term(300)], remaining)
      expect(shown(down)).toEqual({ voided, granted: [granted], deficit })
    },
  )

  it('stay unchanged if the rules stay the same', () => {
    expect(change([term(300)], [term(300)], 10)).toBeNull()
    expect(change([], [], 0)).toBeNull()
  })

  it('are granted by a change to a plan with credits, and voided by a change to a plan without credits', () => {
    expect(shown(change([], [term(300)], 0))).toMatchObject({ granted: ['150'], voided: '0' })
    expect(shown(change([term(300)], [], 300))).toEqual({
      voided: '150',
      granted: [],
      deficit: '0',
    })
  })

  it('are granted in full if a new period starts', () => {
    const year = { start: day(16), end: new Date('2027-06-16T00:00:00Z') }
    const yearly = change([term(300)], [term(3_600, 'prorate', year)], 300)
    expect(shown(yearly)).toMatchObject({ voided: '150', granted: ['3600'] })
  })

  it('of a plan without an interval are never earned by time alone', () => {
    const endless = term(300, 'prorate', { start: day(1), end: null })
    expect(shown(change([endless], [term(900)], 300))).toMatchObject({ voided: '300' })
    expect(shown(change([term(900)], [endless], 900))).toMatchObject({ granted: ['300'] })
  })

  it('that the merchant voided are not voided again', () => {
    const voided = change([term(300)], [term(900)], 0, { voided: 300 })
    expect(shown(voided)).toEqual({ voided: '0', granted: ['450'], deficit: '0' })
  })

  it('of several rules are granted in the order of the rules', () => {
    const weekly = { ...term(70, 'prorate', { start: day(14), end: day(21) }), rulePosition: 1 }
    const both = change([term(300)], [term(600, 'prorate'), weekly], 20)
    // The new rules grant 300 and 50 for the rest of the period. Of the old plan's 150 credits for
    // that time, 130 were used in advance.
    expect(shown(both)).toEqual({
      voided: '20',
      granted: ['220', '0'],
      deficit: '0',
    })
  })

  it('are counted from the start of the earliest current period', () => {
    const weekly = term(70, 'prorate', { start: day(14), end: day(21) })
    expect(firstPeriodKey([weekly, term(300)], day(16))).toBe(day(1).toISOString())
    expect(firstPeriodKey([], day(16))).toBe(day(16).toISOString())
  })
})

describe('credits used beyond the earned share', () => {
  const deficit = change([term(900)], [term(300)], 0) as CreditChange

  it('are paid for from the credit for unused time, at their price', () => {
    // 450 credits of unused time cost 4500, and 300 of them were used.
    expect(settleDeficits([deficit], 4_500)).toEqual({ withheld: 3_000, shares: [null] })
    expect(settleDeficits([deficit], 4_501).withheld).toBe(3_001)
  })

  it('are owed until the period ends if no money is credited', () => {
    const { withheld, shares } = settleDeficits([deficit], 0)
    expect(withheld).toBe(0)
    expect(shares).toEqual([{ owed: '300', until: JUNE.end.toISOString() }])
    const [share] = shares
    if (!share) throw new Error('something is owed')
    const back = change([term(300)], [term(900)], 0, { share, at: day(16) })
    expect(shown(back)).toEqual({ voided: '0', granted: ['0'], deficit: '0' })
    const july = { start: day(31), end: day(61) }
    const later = change([term(300, 'prorate', july)], [term(900, 'prorate', july)], 300, {
      share,
      at: day(46),
    })
    expect(shown(later)).toMatchObject({ voided: '150', granted: ['450'] })
  })

  it('are still owed after a plan without credits', () => {
    const left = change([term(300)], [], 0) as CreditChange
    const [share] = settleDeficits([left], 0).shares
    if (!share) throw new Error('something is owed')
    expect(shown(change([], [term(300)], 0, { share }))).toMatchObject({ granted: ['0'] })
  })

  it('in several currencies are paid for as far as the credited money covers them', () => {
    const { withheld, shares } = settleDeficits([deficit, deficit], 4_500)
    expect(withheld).toBe(4_500)
    expect(shares).toEqual([null, { owed: '150', until: JUNE.end.toISOString() }])
  })
})

interface Step {
  readonly plan: number
  readonly passes: number
  readonly uses: number
}

/**
 * Simulates a customer who uses credits and switches plans within one period, and checks each step.
 */
function play(
  plans: readonly { credits: number; price: number; onChange: OnChange }[],
  steps: readonly Step[],
) {
  const length = JUNE.end.getTime() - JUNE.start.getTime()
  const termOf = (at: number) => {
    const { credits, onChange } = plans[at] ?? { credits: 0, onChange: 'prorate' as const }
    return credits === 0 ? [] : [term(credits, onChange, JUNE, `pln_${at}`)]
  }
  let on = 0
  let at = JUNE.start
  let remaining = parseAmount(plans[0]?.credits ?? 0)
  let used = ZERO
  let bought = ZERO
  let share: CreditShare | undefined
  const most = parseAmount(Math.max(...plans.map(({ credits }) => credits)))
  for (const { plan, passes, uses } of steps) {
    const left = JUNE.end.getTime() - at.getTime()
    at = new Date(at.getTime() + Math.floor((left * passes) / 100))
    const use: Amount = minAmount(remaining, parseAmount(uses))
    remaining = subtract(remaining, use)
    used = add(used, use)
    const outcome = changeCredits({
      before: termOf(on),
      after: termOf(plan),
      at,
      grants: { remaining, voided: ZERO },
      share,
    })
    if (outcome) {
      const part = BigInt(JUNE.end.getTime() - at.getTime())
      const back = Number((BigInt(plans[on]?.price ?? 0) * part) / BigInt(length))
      const settled = settleDeficits([outcome], back)
      const owed = parseAmount(settled.shares[0]?.owed ?? '0')
      bought = add(bought, subtract(outcome.deficit, owed))
      expect(settled.withheld).toBeLessThanOrEqual(back)
      remaining = add(subtract(remaining, outcome.voided), sum(outcome.granted))
      share = settled.shares[0] ?? undefined
      on = plan
    }
    expect(compare(remaining, ZERO)).toBeGreaterThanOrEqual(0)
    const bound = add(add(most, bought), parseAmount('0.000001'))
    expect(compare(add(used, remaining), bound)).toBeLessThanOrEqual(0)
  }
}

it('switching and using credits never yields more than the credits of the best plan plus paid credits', () => {
  const plan = fc.record({
    credits: fc.nat(1_000),
    price: fc.oneof(fc.constant(0), fc.nat(10_000)),
    onChange: fc.constantFrom<OnChange>('prorate', 'keep', 'void'),
  })
  const step = fc.record({ plan: fc.nat(2), passes: fc.nat(100), uses: fc.nat(1_000) })
  fc.assert(
    fc.property(
      fc.array(plan, { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: 40 }),
      play,
    ),
    { numRuns: 1_000 },
  )
})

it('switching back and forth at one instant yields no credits', () => {
  const credits = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(credits, credits, fc.integer({ min: 1, max: 30 }), fc.nat(100), (a, b, n, left) => {
      const remaining = Math.floor((a * left) / 100)
      const there = change(
        [term(a, 'prorate', JUNE, 'a')],
        [term(b, 'prorate', JUNE, 'b')],
        remaining,
        {
          at: day(n),
        },
      )
      if (!there) return
      const kept = add(subtract(parseAmount(remaining), there.voided), sum(there.granted))
      const [share] = settleDeficits([there], 0).shares
      const back = changeCredits({
        before: [term(b, 'prorate', JUNE, 'b')],
        after: [term(a, 'prorate', JUNE, 'a')],
        at: day(n),
        grants: { remaining: kept, voided: ZERO },
        share: share ?? undefined,
      })
      if (!back) return
      const after = add(subtract(kept, back.voided), sum(back.granted))
      expect(formatAmount(after)).toBe(String(remaining))
    }),
  )
})
