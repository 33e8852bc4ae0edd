import { pickFaults } from './pickFaults.ts'
import { Random } from './random.ts'
import type {
  ClockMove,
  Fault,
  Intent,
  PaymentIntent,
  Round,
  Script,
  ScriptedCustomer,
} from './script.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STARTS = ['2026-01-31T20:00:00.000Z', '2026-05-20T09:30:00.000Z', '2028-02-29T22:30:00.000Z']
const TIMEZONES = ['UTC', 'America/New_York', 'Pacific/Kiritimati']
/**
 * Durations around the backoff of a rule, a burst, the lifetime of a provider's key and the
 * lifetime of a form.
 */
const ADVANCES = [
  1_000,
  9 * MINUTE,
  10 * MINUTE,
  11 * MINUTE,
  59 * MINUTE,
  HOUR,
  6 * HOUR,
  22 * HOUR,
  23 * HOUR,
  24 * HOUR,
  25 * HOUR,
  3 * DAY,
  31 * DAY,
]
const CARDS = [
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
  refund: ['timeout', 'lost_answer', 'error_after_commit', 'rate_limit'],
  lookup: ['timeout', 'error'],
  setup: ['timeout', 'lost_answer'],
} as const satisfies Record<Fault['operation'], readonly Fault['effect'][]>

const WEIGHTS = {
  track: 34,
  grant: 4,
  adjust: 10,
  readWallets: 4,
  readLedger: 2,
  attach: 1,
  detach: 1,
  setStatus: 1,
  sweep: 1,
  attachCard: 8,
  setDefaultMethod: 4,
  detachMethod: 6,
  replaceMethod: 3,
  setRule: 8,
  disableRule: 2,
  topUp: 16,
  buyPackage: 8,
  refund: 12,
  finishPayment: 7,
  deliver: 10,
  runJob: 12,
  sweepTopUpAttempts: 8,
  sweepRefunds: 3,
  sweepProviderEvents: 3,
  detachDueMethods: 2,
  setFaults: 9,
}
const ROUNDS = { mixed: 4, spending: 2, workers: 3, refills: 3, refunds: 2, cards: 1 }
type Kind = keyof typeof WEIGHTS

/** A run about cards, top-ups, rules, refunds and an unreliable provider. */
export function generatePayments(seed: number, steps: number): Script {
  const random = new Random(seed ^ 0x5eed)
  const startsAt = random.pick(STARTS)
  const customers: ScriptedCustomer[] = Array.from({ length: random.between(1, 2) }, () => ({
    timezone: random.pick(TIMEZONES),
    bucket: random.below(256),
    ...(random.percent(15) && { clockAhead: random.pick([-HOUR, DAY, 31 * DAY]) }),
    ...(random.percent(10) && { isInvoiced: true as const }),
  }))
  const intents = new PaymentGenerator(random, customers.length)
  const rounds = Array.from({ length: steps }, (_, step): Round => {
    const move = step > 1 && random.percent(60) ? clockMove(random, customers.length) : null
    return { move, interleaving: random.below(2 ** 31), clients: intents.round(step) }
  })
  return { seed, catalog: 'shop', startsAt, customers, rounds }
}

const clockMove = (random: Random, customers: number): ClockMove => ({
  customer: random.below(customers),
  ...(random.percent(20)
    ? { toEnd: random.below(6), offset: random.pick([-1, 0, 1]) }
    : { by: random.pick(ADVANCES) }),
})

class PaymentGenerator {
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
    if (step === 0) return this.#beginnings()
    switch (this.#random.weighted(ROUNDS)) {
      case 'mixed':
        return Array.from({ length: this.#random.between(1, 4) }, () => this.#session())
      case 'spending':
        return this.#spending()
      case 'workers':
        return this.#workers()
      case 'refills':
        return this.#refills()
      case 'refunds':
        return this.#refunds()
      case 'cards':
        return this.#cards()
    }
  }

  #session(): Intent[] {
    const random = this.#random
    return Array.from({ length: random.between(1, 2) }, () => this.of(random.weighted(WEIGHTS)))
  }

  /** Gives most customers a card, a rule and credits to spend. */
  #beginnings(): Intent[][] {
    const random = this.#random
    return Array.from({ length: this.#customers }, (_, customer) => [
      ...(random.percent(90) ? [this.of('attachCard', customer)] : []),
      ...(random.percent(90) ? [this.of('setRule', customer)] : []),
      ...(random.percent(70) ? [this.of('topUp', customer)] : []),
      ...(random.percent(50) ? [this.of('grant', customer)] : []),
      ...(random.percent(50) ? [this.of('track', customer)] : []),
    ])
  }

  /** Several clients spend from one wallet concurrently until it is low. */
  #spending(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const spenders = Array.from({ length: random.between(2, 4) }, () => [
      this.of('track', customer),
      ...(random.percent(40) ? [this.of('track', customer)] : []),
    ])
    return [
      ...spenders,
      [this.of(random.pick(['runJob', 'topUp', 'sweepTopUpAttempts']), customer)],
    ]
  }

  /** Every process that can learn of a payment's outcome runs at the same time. */
  #workers(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const kinds: Kind[] = ['deliver', 'runJob', 'sweepTopUpAttempts', 'sweepTopUpAttempts']
    const workers = Array.from({ length: random.between(2, 3) }, () => [
      this.of(random.pick(kinds)),
      ...(random.percent(50) ? [this.of(random.pick(kinds))] : []),
    ])
    const client = this.of(random.pick(['topUp', 'topUp', 'track', 'refund']), customer)
    const look: Intent = { kind: 'readWallets', customer }
    return [...workers, random.percent(70) ? [client] : [look]]
  }

  /** Spends and refills a wallet repeatedly while another client reads it. */
  #refills(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const kinds: Kind[] = ['sweepTopUpAttempts', 'sweepTopUpAttempts', 'runJob', 'track', 'adjust']
    const look: Intent = { kind: 'readWallets', customer }
    const turns = Array.from({ length: random.between(3, 5) }, () => [
      this.of(random.pick(kinds), customer),
      look,
    ])
    const faults = random.percent(50) ? [this.of('setFaults')] : []
    return [[...faults, ...turns.flat()], [look]]
  }

  /** Buys and spends credits while two clients refund the same payment. */
  #refunds(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const refund = this.of('refund', customer)
    const other = { ...refund, ...(random.percent(70) && { share: random.pick([50, 60, 100]) }) }
    return [
      [refund],
      [other as Intent],
      [this.of(random.pick(['track', 'topUp', 'adjust']), customer)],
    ]
  }

  /** Adds and removes cards during payments. */
  #cards(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const kinds: Kind[] = ['attachCard', 'detachMethod', 'setDefaultMethod', 'replaceMethod']
    return [
      ...Array.from({ length: random.between(2, 3) }, () => [
        this.of(random.pick(kinds), customer),
      ]),
      [this.of(random.pick(['setRule', 'disableRule', 'topUp', 'attach']), customer)],
    ]
  }

  of(kind: Kind, customer = this.#customer()): Intent {
    const random = this.#random
    const pick = random.below(1000)
    const currency = random.percent(70) ? 'dollars' : 'images'
    const money = random.pick([60, 100, 250])
    switch (kind) {
      case 'track':
        return { kind, events: [this.#event(customer)] }
      case 'grant': {
        const expires = random.percent(30) && { expiresIn: random.pick([HOUR, DAY, 20 * DAY]) }
        const amount = currency === 'dollars' ? money : random.between(2, 5)
        return { kind, customer, currency, amount, reason: 'GRANT', ...expires }
      }
      case 'adjust': {
        const spent = currency === 'dollars' ? random.pick([30, 55, 90, 210]) : random.between(1, 4)
        return { kind, customer, currency, amount: -spent }
      }
      case 'readWallets':
        return { kind, customer }
      case 'readLedger':
        return { kind, customer, currency }
      case 'attach':
        return { kind, customer, plan: 'pro', anchorShift: 0 }
      case 'detach':
        return { kind, customer, plan: 'pro' }
      case 'setStatus':
        return { kind, customer, currency, status: random.pick(['active', 'frozen']) }
      case 'attachCard': {
        const isDefault = random.percent(60) && { isDefault: random.percent(75) }
        return { kind, customer, behaviour: random.pick(CARDS), ...isDefault }
      }
      case 'setDefaultMethod':
      case 'detachMethod':
        return { kind, customer, pick }
      case 'replaceMethod':
        return { kind, customer, pick, by: random.below(1000) }
      case 'setRule':
        return this.#rule(customer, currency)
      case 'disableRule':
        return { kind, customer, currency }
      case 'topUp':
        return {
          kind,
          customer,
          currency: 'dollars',
          amount: money + random.below(50),
          ...this.#form(),
        }
      case 'buyPackage':
        return {
          kind,
          customer,
          package: random.pick(['ten', 'three', 'three', 'gift']),
          ...this.#form(),
        }
      case 'refund':
        return {
          kind,
          customer,
          pick,
          ...(random.percent(70) && { share: random.pick([10, 33, 60, 100]) }),
        }
      case 'finishPayment':
        return { kind, customer, pick, card: random.percent(75) ? 'success' : 'decline' }
      case 'deliver':
        return { kind, pick, isHandled: random.percent(60) }
      case 'runJob':
        return { kind, pick }
      case 'setFaults':
        return {
          kind,
          faults: random.percent(30)
            ? []
            : pickFaults(random, { charge: 6, refund: 2, lookup: 2, setup: 1 }, EFFECTS),
        }
      default:
        return { kind }
    }
  }

  #event(customer: number) {
    const random = this.#random
    return random.percent(65)
      ? { customer, eventName: 'page', quantity: random.pick([1, 1, 2, 3, 7]) }
      : { customer, eventName: 'image' }
  }

  #form() {
    return this.#random.percent(15) ? { forceForm: true as const } : {}
  }

  #rule(customer: number, currency: string): Extract<PaymentIntent, { kind: 'setRule' }> {
    const random = this.#random
    const isMoney = currency === 'dollars'
    const charges = isMoney ? 150 : 250
    const limits = [undefined, null, charges, 2 * charges, 2 * charges + 50]
    const monthlyChargeLimit = limits[random.below(limits.length)]
    return {
      kind: 'setRule',
      customer,
      currency,
      // Sometimes more than a refill adds, so that the wallet stays low.
      threshold: isMoney ? random.pick([20, 100, 400]) : random.pick([0, 2, 6]),
      ...(isMoney ? { amount: random.pick([150, 150, 90]) } : { package: 'three' }),
      ...(monthlyChargeLimit !== undefined && { monthlyChargeLimit }),
    }
  }
}
