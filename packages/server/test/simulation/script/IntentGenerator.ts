import type { EventShape, SimulatedCatalog } from './catalogs.ts'
import type { Random } from './random.ts'
import {
  type BillingIntent,
  type EventIntent,
  type Intent,
  JUST_CREATED,
  type OverrideBody,
  type PaymentIntent,
  type WorkerIntent,
} from './script.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const AMOUNTS = [0.1, 1, 2.5, 5, 10, 10, 40, 40, 0.000000001]
const EXPIRIES = [1, 1_000, MINUTE, HOUR, DAY, 2 * DAY, 40 * DAY, 500 * DAY]
const SHIFTS = [0, -1, -MINUTE, -HOUR, -DAY, -3 * DAY, -35 * DAY, MINUTE, HOUR, HOUR + 1]
const HOLDS = [1, 60, 300, 3_600, 86_400, 86_400]
/** A small number, so that keys repeat. A key determines its event. */
const KEYS = 4

const WEIGHTS = {
  track: 40,
  check: 8,
  checkCustomer: 6,
  checkBatch: 2,
  listEntitlements: 2,
  readWallets: 4,
  readLedger: 3,
  readStats: 2,
  readMeter: 4,
  readReservation: 2,
  grant: 18,
  void: 4,
  adjust: 5,
  reserveAmount: 8,
  reserveFeature: 8,
  extend: 3,
  capture: 12,
  release: 4,
  reverse: 7,
  grantPlanCredits: 6,
  rollOver: 4,
  attach: 6,
  detach: 2,
  putOverride: 3,
  deleteOverride: 2,
  setStatus: 2,
  markInvoiced: 2,
  sweep: 4,
} satisfies Record<Exclude<Intent, PaymentIntent | BillingIntent | WorkerIntent>['kind'], number>

const CREATED_AND_CHANGED = [
  'reserveAmount',
  'reserveFeature',
  'grant',
  'grantPlanCredits',
  'track',
] as const
const CROWD_WRITES = ['grant', 'grantPlanCredits', 'attach', 'putOverride', 'reverse'] as const

/** Generates the intents of clients. The seed decides everything. */
export class IntentGenerator {
  readonly #random: Random
  readonly #catalog: SimulatedCatalog
  readonly #customers: number
  readonly #keyed: EventIntent[]
  /** The most frequently checked feature, so that several clients check it at the same time. */
  readonly #favourite: string

  constructor(random: Random, catalog: SimulatedCatalog, customers: number) {
    this.#random = random
    this.#catalog = catalog
    this.#customers = customers
    // Mostly a metered feature: its check reads twice, so a write can come in between.
    const metered = random.percent(70) ? this.#featuresOf('metered') : []
    this.#favourite = random.pick(metered.length > 0 ? metered : this.#names('features'))
    this.#keyed = Array.from({ length: KEYS }, (_, key) => ({
      ...this.#plainEvent(),
      key: `key-${key}`,
    }))
  }

  #names(section: 'features' | 'metrics' | 'plans' | 'creditCurrencies'): string[] {
    return Object.keys(this.#catalog.document[section] ?? {})
  }

  #featuresOf(type: 'credit' | 'metered'): string[] {
    return Object.entries(this.#catalog.document.features ?? {})
      .filter(([, feature]) => (feature as { type: string }).type === type)
      .map(([slug]) => slug)
  }

  #feature(): string {
    const random = this.#random
    return random.percent(40) ? this.#favourite : random.pick(this.#names('features'))
  }

  /** Mostly picks the first currency, so that its wallet is rarely empty. */
  #currency(): string {
    const names = this.#names('creditCurrencies')
    return this.#random.percent(60) ? (names[0] ?? '') : this.#random.pick(names)
  }

  #customer(): number {
    return Math.min(this.#random.below(this.#customers), this.#random.below(this.#customers))
  }

  /**
   * The intents of one client in a round. `beginnings` is the percentage that gives customers plans
   * and credits to work with.
   */
  session(beginnings: number): Intent[] {
    const random = this.#random
    if (random.percent(beginnings)) return [this.#of(random.pick(['grant', 'attach'] as const))]
    if (random.percent(25)) return this.#createThenChange()
    if (random.percent(4)) return this.#manyGrants()
    if (random.percent(20)) return this.#streak()
    return Array.from({ length: random.between(1, 2) }, () => this.#of(random.weighted(WEIGHTS)))
  }

  /** Creates an object and changes it immediately, while other clients act too. */
  #createThenChange(): Intent[] {
    const random = this.#random
    const customer = this.#customer()
    const pick = JUST_CREATED
    const kind = random.pick(CREATED_AND_CHANGED)
    if (kind === 'track') {
      const events = [{ ...this.#plainEvent(), customer }]
      return [
        { kind, events },
        { kind: 'reverse', customer, pick },
      ]
    }
    const make = this.#of(kind, customer)
    if (kind === 'grantPlanCredits') return [make, make]
    if (kind === 'grant') return [make, { kind: 'void', customer, pick }]
    const change = this.#of(random.pick(['capture', 'capture', 'release', 'extend']), customer)
    return [make, { ...change, pick } as Intent]
  }

  /** Consecutive events of one customer, which its server can process from memory. */
  #streak(): Intent[] {
    const random = this.#random
    const customer = this.#customer()
    return Array.from({ length: random.between(3, 8) }, () => {
      const event = random.percent(40) ? random.pick(this.#keyed) : this.#plainEvent()
      return { kind: 'track', events: [{ ...event, customer }] }
    })
  }

  /** Creates more grants than a wallet usually loads. */
  #manyGrants(): Intent[] {
    const customer = this.#customer()
    return Array.from({ length: 10 }, () => ({
      ...this.#of('grant', customer),
      currency: this.#names('creditCurrencies')[0] ?? '',
      amount: 1,
    })) as Intent[]
  }

  /** The event that a feature counts, if there is one. */
  #eventOf(featureSlug: string): string | undefined {
    const { features = {}, metrics = {} } = this.#catalog.document
    const { metricId = '' } = features[featureSlug] as { metricId?: string }
    return (metrics[metricId] as { eventName: string } | undefined)?.eventName
  }

  /**
   * Several clients write to one customer and then run the same check. All of them must see what
   * was acknowledged.
   */
  crowd(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const ask: Intent = { kind: 'checkCustomer', customer, featureSlug: this.#favourite }
    return Array.from({ length: random.between(3, 6) }, () => {
      if (random.percent(40)) return [ask]
      const write: Intent = random.percent(60)
        ? {
            kind: 'track',
            events: [{ ...this.#plainEvent(this.#eventOf(this.#favourite)), customer }],
          }
        : this.#of(random.pick(CROWD_WRITES), customer)
      return [write, ask]
    })
  }

  /** Some clients repeat the same check while others change its result and check immediately. */
  questions(): Intent[][] {
    const random = this.#random
    const customer = this.#customer()
    const [featureSlug = this.#favourite] = this.#featuresOf('metered')
    const ask: Intent = { kind: 'checkCustomer', customer, featureSlug }
    const write = (): Intent => ({
      kind: 'track',
      events: [{ ...this.#plainEvent(this.#eventOf(featureSlug)), customer }],
    })
    const asking = Array.from({ length: random.between(2, 3) }, () => [ask, ask, ask])
    return [...asking, [write(), ask, write(), ask], [write(), ask]]
  }

  #of(kind: keyof typeof WEIGHTS, customer: number = this.#customer()): Intent {
    const random = this.#random
    const pick = random.below(1_000)
    const currency = this.#currency()
    const featureSlug = this.#feature()
    const plan = random.pick(this.#names('plans'))
    const amount = random.pick(AMOUNTS)
    const expiresInSeconds = random.pick(HOLDS)
    switch (kind) {
      case 'track':
        return { kind, events: this.#events(), ...(random.percent(15) && { alone: true }) }
      case 'check':
      case 'checkCustomer':
        return {
          kind,
          customer: random.percent(3) ? null : customer,
          featureSlug: random.percent(3) ? 'no-such-feature' : featureSlug,
          ...(random.percent(50) && { requestedUsage: random.pick([0, 0.5, 1, 3, 20]) }),
          ...(kind === 'checkCustomer' &&
            random.percent(20) && { requestedValues: random.pick([['eu'], ['mars', 'eu']]) }),
        }
      case 'checkBatch':
        return { kind, customer, featureSlugs: this.#names('features').slice(pick % 3) }
      case 'listEntitlements':
      case 'readWallets':
        return { kind, customer }
      case 'readLedger':
      case 'readStats':
        return { kind, customer, currency }
      case 'readMeter':
        return { kind, customer, metric: random.pick(this.#names('metrics')) }
      case 'grant':
        return {
          kind,
          customer,
          currency,
          amount,
          reason: random.pick(['GRANT', 'PROMO']),
          ...(random.percent(40) && { priority: random.pick([0, 50, 100, 200]) }),
          ...(random.percent(60) && { expiresIn: random.pick(EXPIRIES) }),
        }
      case 'adjust':
        return { kind, customer, currency, amount: random.percent(50) ? amount : -amount }
      case 'reserveAmount':
        return { kind, customer, currency, amount, expiresInSeconds }
      case 'reserveFeature':
        return {
          kind,
          customer,
          featureSlug: random.percent(90) ? random.pick(this.#featuresOf('credit')) : featureSlug,
          quantity: random.pick([1, 3, 12.5]),
          properties: random.percent(50) ? { model: 'large' } : {},
          expiresInSeconds,
        }
      case 'extend':
        return { kind, customer, pick, expiresInSeconds }
      case 'capture':
        return {
          kind,
          customer,
          pick,
          share: random.pick([0, 10, 50, 100, 100, 130, 500]),
          final: random.percent(60),
        }
      case 'grantPlanCredits':
      case 'rollOver':
        return { kind, customer, pick, rule: random.below(4) }
      case 'attach':
        return { kind, customer, plan, anchorShift: random.pick([0, 0, -DAY, -40 * DAY, DAY]) }
      case 'detach':
        return { kind, customer, plan }
      case 'putOverride':
        return { kind, customer, featureSlug, body: this.#override(featureSlug) }
      case 'deleteOverride':
        return { kind, customer, featureSlug }
      case 'setStatus':
        return { kind, customer, currency, status: random.pick(['active', 'active', 'frozen']) }
      case 'sweep':
        return { kind }
      default:
        return { kind, customer, pick }
    }
  }

  #events(): EventIntent[] {
    const random = this.#random
    const length = random.percent(70) ? 1 : random.between(2, 4)
    return Array.from({ length }, () => {
      const customer = random.percent(2) ? null : this.#customer()
      if (!random.percent(30)) return { ...this.#plainEvent(), customer }
      const keyed = random.pick(this.#keyed)
      return random.percent(15)
        ? { ...this.#plainEvent(), customer, ...(keyed.key !== undefined && { key: keyed.key }) }
        : { ...keyed, customer }
    })
  }

  #plainEvent(eventName?: string): EventIntent {
    const random = this.#random
    const named = this.#catalog.events.filter((shape) => shape.eventName === eventName)
    const shape: EventShape = random.pick(named.length > 0 ? named : this.#catalog.events)
    const properties = Object.fromEntries(
      Object.entries(shape.properties)
        .map(
          ([name, values]) =>
            [name, random.pick([...values.keys()].map((at) => [values[at]]))[0]] as const,
        )
        .filter(([, value]) => value !== undefined),
    )
    return {
      customer: this.#customer(),
      eventName: random.percent(3) ? 'no.such.event' : shape.eventName,
      ...(random.percent(70) && { quantity: random.pick(shape.quantities) }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(random.percent(30) && { shift: random.pick(SHIFTS) }),
    }
  }

  #override(featureSlug: string): OverrideBody {
    const random = this.#random
    if (random.percent(25)) return { access: false }
    const feature = this.#catalog.document.features?.[featureSlug] as { type: string }
    switch (feature.type) {
      case 'metered':
        return random.percent(25)
          ? { mode: 'unlimited' }
          : {
              mode: 'quota',
              value: random.pick([0, 2, 7.5]),
              period: random.pick(['day', 'week', 'month', 'year', 'lifetime']),
              limit: random.pick(['hard', 'soft']),
            }
      case 'credit':
        return { onExhausted: random.pick(['block', 'overdraft']) }
      case 'config':
        return { value: random.pick([1, 2.5, 'text']) }
      case 'enum':
        return { values: ['moon', 'mars'] }
      default:
        return {}
    }
  }
}
