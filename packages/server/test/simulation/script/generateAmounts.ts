import type { TaxPlace } from '../../model/invoicing/taxes.ts'
import { COUPONS, couponCode } from './billingCatalog.ts'
import { Random } from './random.ts'
import type { ClockMove, Intent, Round, Script, ScriptedCustomer } from './script.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

const CODES = Object.keys(COUPONS) as (keyof typeof COUPONS)[]
const PLACES: readonly TaxPlace[] = [
  { country: 'DE', region: null, taxExempt: false },
  { country: 'DE', region: null, taxExempt: false },
  { country: 'US', region: 'ca', taxExempt: false },
  { country: 'US', region: 'CA', taxExempt: false },
  { country: 'US', region: 'NY', taxExempt: false },
  { country: 'CH', region: 'ZH', taxExempt: false },
  { country: 'CH', region: null, taxExempt: true },
]
/** Plans with other pricing models that replace the usual plans of a run. */
const PRICED: Readonly<Record<string, readonly string[]>> = {
  basic: ['tiered', 'tiered', 'packs', 'volume'],
  big: ['tiered', 'volume', 'big'],
  tryout: ['packs', 'tiered'],
  free: ['tiered'],
  yearly: ['yearly', 'volume'],
  team: ['crew', 'crew', 'team'],
}
/** Amounts of prepaid money. The fractions of a cent cannot pay invoices. */
const PREPAID = [250.5, 333.25, 700, 700, 1_000, 20_000]

type Grant = Extract<Intent, { kind: 'grant' }>

/** Adds discounts, tax, prepaid money and other prices to a run. */
export function withAmounts(script: Script): Script {
  const random = new Random(script.seed ^ 0xa301)
  const [coupons, tax, prepaid, prices] = [45, 40, 35, 40].map((chance) => random.percent(chance))
  const customers = script.customers.map((customer) => ({
    ...customer,
    ...(tax && { place: random.pick(PLACES) }),
    // An unpaid invoice can be voided, which returns prepaid money.
    ...(prepaid && random.percent(40) && { isInvoiced: true as const }),
  }))
  const withAmountOptions = (intent: Intent): Intent => {
    if (intent.kind !== 'subscribe' && intent.kind !== 'changeSubscription') return intent
    const alternatives = prices ? PRICED[intent.plan] : undefined
    const other = alternatives ? { ...intent, plan: random.pick(alternatives) } : intent
    if (other.kind !== 'subscribe' || !coupons) return other
    return { ...other, ...withCoupon(random, other.customer) }
  }
  /**
   * In the first round, each customer gets money before its other actions. In later rounds, money
   * arrives at any time.
   */
  const rounds = script.rounds.map((round, step): Round => {
    const clients = round.clients.map((intents) => intents.map(withAmountOptions))
    if (step === 0) {
      const begin = clients.map((intents, customer): Intent[] =>
        prepaid ? [prepay(random, customer), ...intents] : intents,
      )
      return { ...round, clients: begin }
    }
    const more: Intent[][] = [
      ...(prepaid && random.percent(30) ? [[touchWallet(random, 0)]] : []),
      ...(prepaid && random.percent(25) ? [[voidOne(random, 0)]] : []),
      ...(tax && random.percent(15) ? [[move(random, 0)]] : []),
      ...(prices && random.percent(60) ? [[call(random, 0)]] : []),
    ]
    return { ...round, clients: [...clients, ...more] }
  })
  return { ...script, customers, rounds }
}

const withCoupon = (random: Random, customer: number) =>
  random.percent(85) && { coupon: couponCode(random.pick(CODES), customer) }

const prepay = (random: Random, customer: number): Grant => ({
  kind: 'grant',
  customer,
  currency: random.percent(75) ? 'cash' : 'vouchers',
  amount: random.pick(PREPAID),
  reason: 'GRANT',
  ...(random.percent(30) && { expiresIn: random.pick([HOUR, 10 * DAY, 40 * DAY]) }),
})

/** Adds money to the wallet or takes some away. */
function touchWallet(random: Random, customer: number): Intent {
  switch (random.weighted({ prepay: 5, void: 1, setStatus: 2 })) {
    case 'prepay':
      return prepay(random, customer)
    case 'void':
      return { kind: 'void', customer, pick: random.below(1000) }
    case 'setStatus': {
      const status = random.pick(['frozen', 'active'] as const)
      return { kind: 'setStatus', customer, currency: 'cash', status }
    }
  }
}

const voidOne = (random: Random, customer: number): Intent => ({
  kind: 'voidInvoice',
  customer,
  pick: random.below(1000),
})

/** Sends enough usage to reach several tiers. Some events are late and some are reversed. */
const call = (random: Random, customer: number): Intent =>
  random.percent(20)
    ? { kind: 'reverse', customer, pick: random.below(1000) }
    : {
        kind: 'track',
        events: [
          {
            customer,
            eventName: 'call',
            quantity: random.pick([2, 4, 6, 11]),
            ...(random.percent(25) && { shift: -random.pick([1, HOUR, 23 * HOUR]) }),
          },
        ],
      }

const move = (random: Random, customer: number): Intent => ({
  kind: 'moveCustomer',
  customer,
  place: random.pick(PLACES),
})

// --- switching ---

const APP = ['basic', 'big', 'tiered', 'volume', 'packs', 'basic', 'big', 'yearly', 'free'] as const
const TEAM = ['team', 'team', 'crew'] as const
const STARTS = ['2026-01-31T20:00:00.000Z', '2026-04-01T09:30:00.000Z', '2028-02-10T12:00:00.000Z']
const WITHIN = [1_000, 7 * HOUR, DAY, 5 * DAY + 3 * HOUR, 9 * DAY, 13 * DAY + 17 * 60_000]

/**
 * A run in which one customer, usually with a coupon, switches back and forth between plans and
 * seats.
 */
export function generateSwitching(seed: number, steps: number): Script {
  const random = new Random(seed ^ 0x5717c4)
  const customer: ScriptedCustomer = {
    timezone: random.pick(['UTC', 'Europe/Berlin', 'America/New_York']),
    bucket: random.below(256),
    ...(random.percent(35) && { isInvoiced: true as const }),
    ...(random.percent(35) && { place: random.pick(PLACES) }),
  }
  const plans = random.percent(60) ? APP : TEAM
  const seats = () => plans === TEAM && { seats: random.between(1, 5) }
  const rounds = Array.from({ length: steps }, (_, step): Round => {
    const interleaving = random.below(2 ** 31)
    if (step === 0) {
      const clients: Intent[][] = [
        [
          ...(random.percent(30) ? [prepay(random, 0)] : []),
          { kind: 'attachCard', customer: 0, behaviour: 'success' },
          {
            kind: 'subscribe',
            customer: 0,
            plan: random.pick(plans),
            ...seats(),
            ...withCoupon(random, 0),
          },
        ],
      ]
      return { move: null, interleaving, clients }
    }
    const isRenewed = random.percent(25)
    const clock: ClockMove = {
      customer: 0,
      ...(isRenewed ? { toPeriod: 0, offset: 0 } : { by: random.pick(WITHIN) }),
    }
    const change = (): Intent => ({
      kind: 'changeSubscription',
      customer: 0,
      pick: 1,
      plan: random.pick(plans),
      ...seats(),
      ...(random.percent(80) && { when: 'now' as const }),
    })
    const workers: Intent[] = [{ kind: 'renewDueSubscriptions' }, { kind: 'collectDueInvoices' }]
    const clients = [
      isRenewed ? workers : [change()],
      ...(random.percent(50) ? [[change()]] : []),
      ...(random.percent(65) ? [[call(random, 0)]] : []),
    ]
    return { move: clock, interleaving, clients }
  })
  return { seed, catalog: 'billing', startsAt: random.pick(STARTS), customers: [customer], rounds }
}
