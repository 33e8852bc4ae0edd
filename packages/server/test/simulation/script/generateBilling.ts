import { withTheme } from './billingThemes.ts'
import { generateSwitching, withAmounts } from './generateAmounts.ts'
import { hasThemes, withLifeThemes } from './generateLife.ts'
import { pickFaults } from './pickFaults.ts'
import { Random } from './random.ts'
import type { ClockMove, Intent, Round, Script, ScriptedCustomer } from './script.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ends of months, a leap day, and nights of daylight saving changes. */
const STARTS = [
  '2026-01-31T20:00:00.000Z',
  '2026-05-20T09:30:00.000Z',
  '2026-03-28T22:30:00.000Z',
  '2026-10-01T00:30:00.000Z',
  '2028-01-29T12:00:00.000Z',
  '2028-02-29T22:30:00.000Z',
]
const TIMEZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati']
const ADVANCES = [
  1_000,
  HOUR,
  23 * HOUR,
  DAY,
  DAY + HOUR,
  2 * DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  31 * DAY,
  35 * DAY,
  400 * DAY,
]
const CARDS = [
  'success',
  'success',
  'success',
  'success',
  'success',
  'decline',
  'insufficient_funds',
  'fails_later',
  'challenge_always',
] as const
const EFFECTS = {
  charge: ['timeout', 'lost_answer', 'lost_answer', 'error_after_commit', 'rate_limit', 'error'],
  refund: ['timeout', 'lost_answer'],
  lookup: ['timeout', 'error'],
} as const
const PLANS = ['basic', 'basic', 'big', 'yearly', 'free', 'tryout', 'team'] as const

const WEIGHTS = {
  subscribe: 8,
  changeSubscription: 12,
  cancelSubscription: 6,
  resumeSubscription: 3,
  payInvoice: 6,
  voidInvoice: 2,
  track: 20,
  reverse: 5,
  readWallets: 3,
  attachCard: 6,
  setDefaultMethod: 3,
  detachMethod: 2,
  finishInvoicePayment: 4,
  renewDueSubscriptions: 8,
  collectDueInvoices: 8,
  sweepWaitingChanges: 4,
  billPendingLines: 3,
  runJob: 6,
  deliver: 5,
  sweepRefunds: 2,
  sweepProviderEvents: 2,
  setFaults: 4,
}
const ROUNDS = { mixed: 3, workers: 5, busy: 4 }
type Kind = keyof typeof WEIGHTS

/** A run about subscriptions and invoices, with a clock that makes them due. */
export const generateBilling = (seed: number, steps: number): Script =>
  seed % 4 === 3 ? generateSwitching(seed, steps) : withAmounts(generateMixed(seed, steps))

/** A billing run about the fate of invoices. */
export const generateInvoices = (seed: number, steps: number): Script => {
  const script = generateMixed(seed, steps)
  return withTheme(seed % 2 === 0 ? withAmounts(script) : script)
}

/** A billing run about the life of subscriptions, with advancing clocks. */
export const generateLives = (seed: number, steps: number): Script =>
  withLifeThemes(generateMixed(seed, steps, !hasThemes(seed)))

function generateMixed(seed: number, steps: number, mayBreak = true): Script {
  const random = new Random(seed ^ 0xb111)
  const startsAt = random.pick(STARTS)
  const customers: ScriptedCustomer[] = Array.from({ length: random.between(1, 2) }, () => ({
    timezone: random.pick(TIMEZONES),
    bucket: random.below(256),
    ...(random.percent(20) && { clockAhead: random.pick([-HOUR, DAY, 31 * DAY]) }),
    ...(random.percent(20) && { isInvoiced: true as const }),
  }))
  const intents = new BillingGenerator(random, customers.length)
  // In some runs the card fails from some round on, and little else happens for a long time.
  const brokeAt = random.percent(30) && mayBreak ? 2 : steps
  if (seed % 5 === 0) return generateDunning(seed, steps, startsAt, random)
  const rounds = Array.from({ length: steps }, (_, step): Round => {
    if (step >= brokeAt && random.percent(80)) {
      const move = { customer: 0, toPeriod: 0, offset: 0 }
      const clients = intents.failingCard(step === brokeAt)
      return { move, interleaving: random.below(2 ** 31), clients }
    }
    const move = step > 0 && random.percent(75) ? clockMove(random, customers.length) : null
    return { move, interleaving: random.below(2 ** 31), clients: intents.round(step) }
  })
  return { seed, catalog: 'billing', startsAt, customers, rounds }
}

/** A run with one customer whose card fails after the first payment until dunning ends. */
function generateDunning(seed: number, steps: number, startsAt: string, random: Random): Script {
  const customers = [{ timezone: random.pick(TIMEZONES), bucket: random.below(256) }]
  const intents = new BillingGenerator(random, 1)
  const rounds = Array.from({ length: steps }, (_, step): Round => {
    const clients: Intent[][] =
      step === 0
        ? [
            [
              { kind: 'attachCard', customer: 0, behaviour: 'success' },
              { kind: 'subscribe', customer: 0, plan: random.pick(['basic', 'big', 'team']) },
            ],
          ]
        : intents.failingCard(step === 1)
    const move = step === 0 ? null : { customer: 0, toPeriod: 0, offset: 0 }
    return { move, interleaving: random.below(2 ** 31), clients }
  })
  return { seed, catalog: 'billing', startsAt, customers, rounds }
}

const clockMove = (random: Random, customers: number): ClockMove => ({
  customer: random.below(customers),
  ...(random.percent(65)
    ? { toPeriod: random.below(3), offset: random.pick([-1, 0, 0, 0, 1]) }
    : { by: random.pick(ADVANCES) }),
})

class BillingGenerator {
  readonly #random: Random
  readonly #customers: number

  constructor(random: Random, customers: number) {
    this.#random = random
    this.#customers = customers
  }

  #customer(): number {
    return Math.min(this.#random.below(this.#customers), this.#random.below(this.#customers))
  }

  round(step: number): Intent[][] {
    const random = this.#random
    if (step === 0) return this.#beginnings()
    switch (random.weighted(ROUNDS)) {
      case 'mixed':
        return Array.from({ length: random.between(1, 4) }, () => this.#session())
      case 'workers':
        return this.#workers()
      case 'busy':
        return this.#busy()
    }
  }

  #session(): Intent[] {
    const random = this.#random
    return Array.from({ length: random.between(1, 2) }, () => this.of(random.weighted(WEIGHTS)))
  }

  /** Most customers get a card, and all of them subscribe. */
  #beginnings(): Intent[][] {
    const random = this.#random
    return Array.from({ length: this.#customers }, (_, customer) => [
      ...(random.percent(80) ? [this.of('attachCard', customer)] : []),
      this.of('subscribe', customer),
      ...(random.percent(30) ? [this.of('subscribe', customer)] : []),
    ])
  }

  /** Retries due invoices. They fail unless the customer adds another card. */
  failingCard(isFirst: boolean): Intent[][] {
    const random = this.#random
    const behaviour = random.pick(['decline', 'insufficient_funds', 'challenge_always'] as const)
    const card: Intent = { kind: 'attachCard', customer: 0, behaviour, isDefault: true }
    const workers = [this.of('renewDueSubscriptions'), this.of('collectDueInvoices')]
    const others: Kind[] = ['payInvoice', 'attachCard', 'track', 'voidInvoice', 'subscribe']
    return [
      isFirst ? [card, ...workers] : workers,
      ...(random.percent(40) ? [workers] : []),
      ...(random.percent(40) ? [[this.of(random.pick(others), 0)]] : []),
    ]
  }

  /** Several workers process due work concurrently while a client acts. */
  #workers(): Intent[][] {
    const random = this.#random
    const sweeps: Kind[] = ['renewDueSubscriptions', 'collectDueInvoices']
    const faults = random.percent(30) ? [this.of('setFaults')] : []
    return [
      [...faults, ...sweeps.map((kind) => this.of(kind))],
      ...(random.percent(50) ? [sweeps.map((kind) => this.of(kind))] : []),
      [this.of(random.pick(['runJob', 'deliver', 'track']))],
      ...(random.percent(50) ? [this.#session()] : []),
    ]
  }

  /** One customer sends usage, buys and cancels while it is renewed. */
  #busy(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const kinds: Kind[] = [
      'track',
      'track',
      'changeSubscription',
      'changeSubscription',
      'cancelSubscription',
      'resumeSubscription',
      'payInvoice',
    ]
    return [
      Array.from({ length: random.between(1, 3) }, () => this.of(random.pick(kinds), customer)),
      [this.of(random.pick(['track', 'subscribe', 'readWallets']), customer)],
      [this.of('renewDueSubscriptions'), this.of('collectDueInvoices')],
    ]
  }

  of(kind: Kind, customer = this.#customer()): Intent {
    const random = this.#random
    const pick = random.below(1000)
    switch (kind) {
      case 'subscribe': {
        const plan = random.pick(PLANS)
        const seats = plan === 'team' && random.percent(60) && { seats: random.between(1, 5) }
        return { kind, customer, plan, ...seats }
      }
      case 'changeSubscription': {
        const plan = random.pick(PLANS)
        const seats = plan === 'team' && { seats: random.between(1, 5) }
        const when = random.percent(60) && {
          when: random.pick(['now', 'now', 'period_end'] as const),
        }
        return { kind, customer, pick, plan, ...seats, ...when }
      }
      case 'cancelSubscription':
        return { kind, customer, pick, when: random.pick(['now', 'period_end', 'period_end']) }
      case 'setFaults':
        return {
          kind,
          faults: random.percent(25)
            ? []
            : pickFaults(random, { charge: 6, refund: 1, lookup: 3 }, EFFECTS),
        }
      case 'finishInvoicePayment':
        return { kind, customer, pick, card: random.percent(75) ? 'success' : 'decline' }
      case 'reverse':
      case 'resumeSubscription':
      case 'payInvoice':
      case 'voidInvoice':
        return { kind, customer, pick }
      case 'track':
        return { kind, events: [this.#event(customer)] }
      case 'readWallets':
        return { kind, customer }
      case 'attachCard': {
        const isDefault = random.percent(60) && { isDefault: random.percent(75) }
        return { kind, customer, behaviour: random.pick(CARDS), ...isDefault }
      }
      case 'setDefaultMethod':
      case 'detachMethod':
        return { kind, customer, pick }
      case 'deliver':
        return { kind, pick, isHandled: random.percent(60) }
      case 'runJob':
        return { kind, pick }
      default:
        return { kind }
    }
  }

  /** An event that is sometimes late. */
  #event(customer: number) {
    const random = this.#random
    const shift = random.percent(25) && { shift: -random.pick([1, HOUR, DAY, 20 * DAY]) }
    return random.percent(65)
      ? { customer, eventName: 'call', quantity: random.pick([1, 3, 5, 10]), ...shift }
      : { customer, eventName: 'image', quantity: random.pick([1, 10, 60]), ...shift }
  }
}
