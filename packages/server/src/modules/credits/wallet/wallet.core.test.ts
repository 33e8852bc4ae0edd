import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, subtract, sum, ZERO } from '../../../kernel/amount.ts'
import { adjust, grant, voidRemaining } from '../grants/grants.core.ts'
import { capture, extend, hold, release } from '../reservations/reservations.core.ts'
import {
  credits,
  debitRequest,
  emptyWallet,
  expectConsistent,
  holdRequest,
  secondsAfterStart,
} from '../testing/walletBench.ts'
import { burnDown, byConsumption } from './burnDown.core.ts'
import { debit, reverseDeductions } from './debit.core.ts'
import { settle } from './settle.core.ts'
import { spendableCredits, type Wallet } from './wallet.core.ts'

const RUNS = { numRuns: 500 }
const amount = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000),
)
const rule = fc.constantFrom('block', 'overdraft', 'invoice')
const which = fc.nat(20)
const seconds = fc.integer({ min: 1, max: 40 })

const operation = fc.oneof(
  fc.record({
    kind: fc.constant('grant'),
    amount,
    priority: fc.constantFrom(0, 100),
    lives: fc.option(seconds),
  }),
  fc.record({ kind: fc.constant('debit'), amount, rule }),
  fc.record({ kind: fc.constant('hold'), amount, rule, lives: seconds }),
  fc.record({ kind: fc.constant('capture'), which, amount, final: fc.boolean() }),
  fc.record({ kind: fc.constant('release'), which }),
  fc.record({ kind: fc.constant('extend'), which, lives: seconds }),
  fc.record({ kind: fc.constant('void'), which }),
  fc.record({ kind: fc.constant('adjust'), amount, down: fc.boolean() }),
  fc.record({ kind: fc.constant('reverse'), which }),
  fc.record({ kind: fc.constant('settle') }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface World {
  wallet: Wallet
  now: Date
  events: number
  reversed: Set<string>
}

/** Runs one operation as a use case would, and ignores its outcome. */
function run(world: World, step: Operation): void {
  const { wallet, now } = world
  const pick = <T>(items: readonly T[], at: number): T | undefined =>
    items.length > 0 ? items[at % items.length] : undefined
  switch (step.kind) {
    case 'grant': {
      const { priority, lives } = step
      const expiresAt = lives === null ? null : new Date(now.getTime() + lives * 1000)
      grant(wallet, { reason: 'GRANT', amount: credits(step.amount), priority, expiresAt }, now)
      return
    }
    case 'debit':
      world.events += 1
      debit(wallet, {
        ...debitRequest(step.amount, step.rule, now),
        usageEventId: `evt ${world.events}`,
      })
      return
    case 'hold':
      hold(wallet, holdRequest(step.amount, step.rule, step.lives), now)
      return
    case 'capture': {
      const reservation = pick(wallet.reservations, step.which)
      const { final } = step
      if (reservation) capture(wallet, reservation, { amount: credits(step.amount), final }, now)
      return
    }
    case 'release': {
      const reservation = pick(wallet.reservations, step.which)
      if (reservation) release(wallet, reservation, now)
      return
    }
    case 'extend': {
      const reservation = pick(wallet.reservations, step.which)
      if (reservation) extend(wallet, reservation, step.lives, now)
      return
    }
    case 'void': {
      const chosen = pick(wallet.grants, step.which)
      if (chosen) voidRemaining(wallet, chosen.id, now)
      return
    }
    case 'adjust': {
      const by = step.down ? -step.amount : step.amount
      const terms = { priority: 100, description: null, metadata: {}, now }
      adjust(wallet, { amount: credits(by), ...terms })
      return
    }
    case 'reverse': {
      const id = `evt ${(step.which % Math.max(world.events, 1)) + 1}`
      if (world.reversed.has(id)) return
      world.reversed.add(id)
      const deductions = wallet.entries.filter(
        ({ usageEventId, reason }) => usageEventId === id && reason === 'USAGE_DEDUCTION',
      )
      reverseDeductions(wallet, deductions, id, now)
      return
    }
    case 'settle':
      settle(wallet, now)
  }
}

const newWorld = (): World => ({
  wallet: emptyWallet(),
  now: secondsAfterStart(0),
  events: 0,
  reversed: new Set(),
})

const steps = fc.array(fc.tuple(operation, fc.nat(12)), { maxLength: 40 })

describe('any sequence of operations', () => {
  it('leaves the wallet consistent', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const world = newWorld()
        for (const [step, passed] of sequence) {
          world.now = new Date(world.now.getTime() + passed * 1000)
          run(world, step)
        }
        expectConsistent(world.wallet)
      }),
      RUNS,
    )
  })

  it('never debits a grant while an earlier one has credits left', () => {
    fc.assert(
      fc.property(steps, amount, rule, (sequence, asked, how) => {
        const world = newWorld()
        for (const [step] of sequence) run(world, step)
        const { wallet } = world
        settle(wallet, world.now)
        const burn = burnDown(wallet, credits(asked), how)
        if (burn === 'insufficient') return
        const drawn = burn.parts.flatMap(({ grant: from }) => (from ? [from] : []))
        expect(drawn).toEqual(drawn.toSorted(byConsumption))
        const last = drawn.at(-1)
        const before = wallet.grants.filter(
          (each) => last && each.remaining.units > 0n && byConsumption(each, last) < 0,
        )
        expect(before.every((each) => drawn.includes(each))).toBe(true)
        expect(
          burn.parts
            .slice(0, -1)
            .every(({ grant: from, amount: part }) =>
              from ? compare(from.remaining, part) === 0 : true,
            ),
        ).toBe(true)
        expect(sum(burn.parts.map((part) => part.amount))).toEqual(burn.taken)
        expect(subtract(credits(asked), burn.taken)).toEqual(burn.uncovered)
      }),
      RUNS,
    )
  })

  it('never creates or loses credits by holding and capturing them', () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 5 }),
        amount,
        fc.array(amount, { maxLength: 3 }),
        (given, asked, captures) => {
          const { wallet, now } = newWorld()
          for (const each of given) {
            grant(
              wallet,
              { reason: 'GRANT', amount: credits(each), priority: 0, expiresAt: null },
              now,
            )
          }
          const before = spendableCredits(wallet)
          const reservation = hold(wallet, holdRequest(asked), now)
          if (typeof reservation === 'string') return
          let captured = ZERO
          for (const each of captures) {
            const part = { amount: credits(each), final: false }
            if (typeof capture(wallet, reservation, part, now) !== 'string') {
              captured = sum([captured, part.amount])
            }
          }
          release(wallet, reservation, now)
          expect(wallet.held).toEqual(ZERO)
          expect(reservation.captured).toEqual(captured)
          expect(spendableCredits(wallet)).toEqual(subtract(before, captured))
          expectConsistent(wallet)
        },
      ),
      RUNS,
    )
  })
})
