import { Random } from './random.ts'
import type { Intent, LifeIntent, Round, Script, ScriptedCustomer } from './script.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

type Theme = 'pauses' | 'starts' | 'addOns' | 'clock' | 'migrations' | 'trials'

/** The themes of a run, by its seed modulo `CYCLE`. */
const THEMES: Readonly<Record<number, readonly Theme[]>> = {
  1: ['pauses', 'starts'],
  2: ['starts', 'addOns'],
  3: ['addOns', 'pauses'],
  7: ['clock', 'addOns'],
  8: ['clock', 'pauses', 'starts'],
  11: ['migrations', 'addOns'],
  13: ['trials', 'starts'],
  14: ['migrations', 'pauses'],
  17: ['clock', 'trials'],
  18: ['clock', 'migrations'],
}
const CYCLE = 20
/** The plan whose terms change, and the round before which they change. */
const EDITED = 'grown'
const EDITED_BEFORE = 2
const TRIALS = [0, 1, 3, 30]
const BEGIN_TRIALS: Intent = { kind: 'runTrials' }
/** Plans that add-ons fit. */
const MONTHLY = ['basic', 'big', 'free', 'basic']

const STARTS_IN = [1, HOUR, DAY, 10 * DAY, 31 * DAY]
const ANCHORS = [-400 * DAY, -17 * DAY, -1, 0, HOUR, 5 * DAY, 40 * DAY]
/** Distances for a clock: back, nowhere, a little, and over several periods. */
const DISTANCES = [-HOUR, 0, 12 * HOUR, 3 * DAY, 20 * DAY, 40 * DAY, 70 * DAY]

/** Frequent intents, some of which a theme may replace. */
const REPLACEABLE: ReadonlySet<Intent['kind']> = new Set([
  'changeSubscription',
  'cancelSubscription',
  'resumeSubscription',
  'payInvoice',
  'voidInvoice',
  'readWallets',
  'attachCard',
  'setDefaultMethod',
  'detachMethod',
  'subscribe',
])

export const hasThemes = (seed: number): boolean => THEMES[seed % CYCLE] !== undefined

/**
 * Adds the themes of the seed to a run. They replace some of its intents, so the run does not get
 * longer.
 */
export function withLifeThemes(script: Script): Script {
  const themes = THEMES[script.seed % CYCLE]
  if (!themes) return script
  const random = new Random(script.seed ^ 0x11fe)
  const generator = new LifeThemes(random, themes)
  const isOnClock = themes.includes('clock')
  const customers = script.customers.map((customer, index) =>
    isOnClock ? onClock(customer, index) : customer,
  )
  const isEdited = themes.includes('migrations')
  const rounds = script.rounds.map((round, step) => ({
    ...generator.themedRound(round, step),
    ...(isEdited && step === EDITED_BEFORE && { edit: EDITED }),
  }))
  // A single customer, so that the dry run of all subscribers covers exactly that customer.
  return { ...script, customers: isEdited ? customers.slice(0, 1) : customers, rounds }
}

/** Puts every customer on the clock of the first one. */
function onClock(customer: ScriptedCustomer, index: number): ScriptedCustomer {
  const { clockAhead: _, ...others } = customer
  return { ...others, ...(index === 0 ? { clockAhead: -HOUR } : { sharesClock: true }) }
}

class LifeThemes {
  readonly #random: Random
  readonly #themes: readonly Theme[]

  constructor(random: Random, themes: readonly Theme[]) {
    this.#random = random
    this.#themes = themes
  }

  themedRound(round: Round, step: number): Round {
    const isOnClock = this.#themes.includes('clock')
    const themed = round.clients.map((intents) =>
      intents
        // A provider that never responds could stop a clock permanently.
        .filter(({ kind }) => !isOnClock || kind !== 'setFaults')
        .map((intent) => this.#themed(intent, step)),
    )
    if (step === 0) return { ...round, clients: themed.map((intents) => this.#opening(intents)) }
    const clients = [this.#session(), ...themed.slice(0, 2)]
    return isOnClock
      ? { ...round, move: null, clients: [...clients, ...this.#onClock()] }
      : { ...round, clients }
  }

  #session(): Intent[] {
    const random = this.#random
    const customer = random.percent(75) ? 0 : 1
    const intents = Array.from({ length: random.between(1, 2) }, () => this.#themeIntent(customer))
    return intents.flatMap((intent): Intent[] =>
      intent.kind === 'finishSetup' && random.percent(70)
        ? [intent, { kind: 'deliver', pick: random.below(1000), isHandled: true }, BEGIN_TRIALS]
        : [intent],
    )
  }

  /**
   * Gives each customer a working card, except in runs about trials, where a trial may wait for
   * one.
   */
  #opening(intents: readonly Intent[]): Intent[] {
    const others = intents.filter(({ kind }) => kind !== 'attachCard')
    const [first] = others
    if (!first || !('customer' in first) || typeof first.customer !== 'number') return others
    const { customer } = first
    const card: Intent = { kind: 'attachCard', customer, behaviour: 'success' }
    return this.#themes.includes('trials') ? others : [card, ...others]
  }

  #themed(intent: Intent, step: number): Intent {
    const random = this.#random
    if (intent.kind === 'subscribe' && this.#themes.includes('starts') && random.percent(70)) {
      const trial = this.#themes.includes('trials') && this.#trial()
      return { ...intent, ...trial, ...this.#start() }
    }
    const isOfPlan = intent.kind === 'subscribe' || intent.kind === 'changeSubscription'
    if (isOfPlan && intent.plan !== 'team') {
      if (this.#themes.includes('migrations') && random.percent(step < EDITED_BEFORE ? 90 : 50)) {
        return { ...intent, plan: EDITED }
      }
      if (intent.kind === 'subscribe' && this.#themes.includes('trials')) {
        return { ...intent, ...this.#trial() }
      }
    }
    if (step > 0 && REPLACEABLE.has(intent.kind) && random.percent(40)) {
      return this.#themeIntent('customer' in intent ? (intent.customer ?? 0) : 0)
    }
    if (step > 0 || intent.kind !== 'subscribe' || this.#themes.includes('trials')) return intent
    const plan = this.#themes.includes('migrations') ? EDITED : random.pick(MONTHLY)
    return { kind: 'subscribe', customer: intent.customer, plan }
  }

  /** A scheduled start, a requested anchor, or both. */
  #start() {
    const random = this.#random
    const startsIn = random.percent(55) && { startsIn: random.pick(STARTS_IN) }
    const isAnchored = !startsIn || random.percent(40)
    return { ...startsIn, ...(isAnchored && { anchorShift: random.pick(ANCHORS) }) }
  }

  #trial() {
    const random = this.#random
    const days = random.percent(40) && { trialDays: random.pick(TRIALS) }
    return { ...(random.percent(75) && { plan: 'carded' }), ...days }
  }

  #themeIntent(customer: number): Intent {
    const random = this.#random
    const pick = random.below(1000)
    switch (random.pick(this.#themes.filter((theme) => theme !== 'clock'))) {
      case 'pauses':
        return random.percent(50)
          ? { kind: 'pauseSubscription', customer, pick }
          : { kind: 'resumeSubscription', customer, pick }
      case 'addOns':
        return random.percent(65)
          ? { kind: 'addItem', customer, pick, plan: 'extra' }
          : { kind: 'removeItem', customer, pick, when: random.pick(['now', 'period_end']) }
      case 'starts':
        return { kind: 'subscribe', customer, plan: 'team', ...this.#start() }
      case 'migrations': {
        const when = random.pick(['now', 'period_end'] as const)
        const dryRun = random.percent(35) && { dryRun: true as const }
        return random.percent(70)
          ? { kind: 'migratePlan', customer: 0, plan: EDITED, when, ...dryRun }
          : { kind: 'runMigrations' }
      }
      case 'trials':
        switch (random.below(4)) {
          case 0:
            return { kind: 'attachCard', customer, behaviour: 'success' }
          case 1:
            return { kind: 'subscribe', customer, plan: 'carded' }
          default:
            return {
              kind: 'finishSetup',
              customer,
              card: random.percent(80) ? 'success' : 'decline',
            }
        }
      default:
        return this.#advanceClock()
    }
  }

  /** Advances a clock, with up to two workers that run it. */
  #onClock(): Intent[][] {
    const random = this.#random
    const worker: Intent[] = [{ kind: 'runClocks' }]
    return [
      [this.#advanceClock(), ...(random.percent(85) ? worker : [])],
      ...(random.percent(40) ? [worker] : []),
    ]
  }

  #advanceClock(): LifeIntent {
    const random = this.#random
    const distance = random.percent(60)
      ? { toPeriod: random.below(4), offset: random.pick([-1, 0, 0, 1]) }
      : { by: random.pick(DISTANCES) }
    return { kind: 'advanceClock', customer: 0, ...distance }
  }
}
