import { Random } from './random.ts'
import { type ClockMove, type Intent, JUST_CREATED, type Round, type Script } from './script.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Delays within the lifetime of a preview and at its end. */
const DELAYS = [1_000, 1_000, MINUTE, 10 * MINUTE, 15 * MINUTE - 1, 15 * MINUTE]
const PLANS = ['basic', 'basic', 'big', 'big', 'big', 'yearly', 'yearly', 'free', 'team'] as const
const CHECKOUT_PLANS = ['team', 'team', 'basic', 'big', 'yearly', 'tryout', 'free'] as const

type Change = Omit<Extract<Intent, { kind: 'previewChange' }>, 'kind'>

/** A theme is an action that repeats throughout a run, in addition to the usual actions. */
type Theme = 'credited' | 'parts' | 'previews' | 'givenUp' | 'checkout' | 'disputed'
const THEMES: readonly Theme[] = [
  'parts',
  'credited',
  'previews',
  'givenUp',
  'checkout',
  'disputed',
]

/** Every fifth run is about a failing card, so its theme is the fate of the invoice. */
const themeOf = (seed: number): Theme | undefined => {
  if (seed % 5 === 0) return seed % 10 === 0 ? 'givenUp' : 'parts'
  return THEMES[seed % (THEMES.length + 1)]
}

/**
 * Adds a theme to most runs, with a separate random generator. In most rounds its actions replace
 * all clients except one, so a run does not get longer.
 */
export function withTheme(script: Script): Script {
  const theme = themeOf(script.seed)
  if (!theme) return script
  const random = new Random(script.seed ^ 0x7e3e)
  const isDunned = script.seed % 5 === 0
  const isInvoiced = !isDunned && random.percent(INVOICED_PERCENT[theme])
  const sessions = new ThemeGenerator(random, theme, isInvoiced)
  const rounds = script.rounds.map((round, step): Round => {
    if (step === 0) {
      return isDunned
        ? round
        : { ...round, clients: [sessions.opening(), ...round.clients.slice(1)] }
    }
    // Nothing interrupts the dunning before its end.
    const isTooEarly = isDunned && theme === 'givenUp' && step < script.rounds.length - 2
    if (random.percent(15) || isTooEarly) return round
    const { intents, move } = sessions.next(step)
    const otherClients = isDunned ? round.clients : round.clients.slice(0, 1).map(withoutEndings)
    return { ...round, ...(move && !isDunned && { move }), clients: [...otherClients, intents] }
  })
  const [first, ...others] = script.customers
  return {
    ...script,
    customers: first ? [{ ...first, ...(isInvoiced && { isInvoiced }) }, ...others] : others,
    rounds,
    ...(theme === 'givenUp' && { dunningEnd: 'uncollectible' as const }),
  }
}

/** Removes immediate cancellations, because nothing more happens to an ended subscription. */
const withoutEndings = (intents: readonly Intent[]): Intent[] =>
  intents.filter((intent) => intent.kind !== 'cancelSubscription' || intent.when !== 'now')

/** The percentage of first customers who pay by invoice. */
const INVOICED_PERCENT: Readonly<Record<Theme, number>> = {
  credited: 40,
  parts: 50,
  previews: 20,
  givenUp: 30,
  checkout: 15,
  disputed: 0,
}

interface Session {
  readonly intents: readonly Intent[]
  /** Replaces the clock move of the round. */
  readonly move?: ClockMove
}

const NEXT_PERIOD: ClockMove = { customer: 0, toPeriod: 0, offset: 0 }
const LATER: readonly ClockMove[] = [
  { customer: 0, by: HOUR },
  { customer: 0, by: 7 * 24 * HOUR },
  NEXT_PERIOD,
]
const RENEW: readonly Intent[] = [{ kind: 'renewDueSubscriptions' }, { kind: 'collectDueInvoices' }]
const GOOD_CARD: Intent = { kind: 'attachCard', customer: 0, behaviour: 'success', isDefault: true }
const BAD_CARD: Intent = { kind: 'attachCard', customer: 0, behaviour: 'decline', isDefault: true }

/** Generates the theme's actions for the first customer of a run. */
class ThemeGenerator {
  readonly #random: Random
  readonly #theme: Theme
  readonly #isInvoiced: boolean
  /** The plan that the customer probably has. */
  #plan = 'basic'
  /** The last preview that was not used yet. */
  #previewed: Change | null = null

  constructor(random: Random, theme: Theme, isInvoiced: boolean) {
    this.#random = random
    this.#theme = theme
    this.#isInvoiced = isInvoiced
  }

  /** Gives the customer a card and a subscription. */
  opening(): Intent[] {
    const random = this.#random
    if (this.#theme === 'checkout' && random.percent(60))
      return random.percent(50) ? [GOOD_CARD] : []
    const plans =
      this.#theme === 'previews' ? ['basic', 'basic', 'big'] : ['basic', 'big', 'yearly', 'team']
    const plan = random.pick(plans)
    this.#plan = plan
    return [GOOD_CARD, { kind: 'subscribe', customer: 0, plan }]
  }

  next(step: number): Session {
    const random = this.#random
    const move = random.pick(LATER)
    const isFirst = step === 1 && !this.#isInvoiced
    switch (this.#theme) {
      case 'credited':
        return { move, intents: [...RENEW, ...this.#several(() => this.#credit())] }
      case 'parts':
        if (isFirst) return this.#failCard()
        return { move, intents: this.#parts() }
      case 'previews':
        return this.#preview()
      case 'givenUp':
        if (isFirst) return this.#failCard()
        return { move, intents: [...RENEW, ...this.#several(() => this.#giveUp())] }
      case 'checkout':
        return this.#checkout()
      case 'disputed':
        return { move: NEXT_PERIOD, intents: [...RENEW, ...this.#dispute()] }
    }
  }

  /** Makes the card fail, so that an invoice stays open. */
  #failCard(): Session {
    return { move: NEXT_PERIOD, intents: [BAD_CARD, ...RENEW] }
  }

  #several(one: () => Intent): Intent[] {
    return Array.from({ length: this.#random.between(1, 2) }, one)
  }

  #pick(): number {
    return this.#random.below(1000)
  }

  #share(): { share?: number } {
    const share = this.#random.pick([null, 10, 20, 20, 33, 50, 130])
    return share === null ? {} : { share }
  }

  #credit(): Intent {
    const refund = this.#random.percent(25) && { refund: false as const }
    const kind = this.#random.percent(85) ? 'creditInvoice' : 'recordPayment'
    if (kind === 'recordPayment') return { kind, customer: 0, pick: this.#pick(), ...this.#share() }
    return { kind, customer: 0, pick: this.#pick(), ...this.#share(), ...refund }
  }

  /** Pays in parts, with a working card or outside the provider. */
  #parts(): Intent[] {
    const random = this.#random
    const paymentIntent = () => ({ customer: 0, pick: this.#pick(), ...this.#share() })
    const pay: Intent[] = [GOOD_CARD, { kind: 'payInvoice', ...paymentIntent() }]
    const kind = random.pick([
      'recordPayment',
      'recordPayment',
      'payInvoice',
      'creditInvoice',
    ] as const)
    const other: Intent[] = [{ kind, ...paymentIntent() }]
    return random.percent(45) ? [...pay, ...other] : [...other, ...(random.percent(50) ? pay : [])]
  }

  #giveUp(): Intent {
    const kind = this.#random.weighted({
      markUncollectible: 4,
      payInvoice: 4,
      recordPayment: 2,
      attachCard: 1,
      voidInvoice: 1,
    })
    if (kind === 'attachCard') return GOOD_CARD
    return { kind, customer: 0, pick: this.#pick() }
  }

  #dispute(): Intent[] {
    const random = this.#random
    const outcome = random.pick(['won', 'lost'] as const)
    const open: Intent = { kind: 'openDispute', customer: 0, pick: this.#pick() }
    const close: Intent = { kind: 'closeDispute', customer: 0, pick: this.#pick(), outcome }
    const deliver: Intent = { kind: 'deliver', pick: this.#pick(), isHandled: true }
    return [
      random.pick([open, open, close, close, this.#credit()]),
      ...(random.percent(50) ? [deliver] : []),
    ]
  }

  /** Opens forms, completes or abandons them, and returns after they have expired. */
  #checkout(): Session {
    const random = this.#random
    const by = random.percent(25) ? random.pick([23 * HOUR, 24 * HOUR, 25 * HOUR]) : MINUTE
    const move: ClockMove = { customer: 0, by }
    const deliver: Intent = { kind: 'deliver', pick: this.#pick(), isHandled: true }
    const sweep: Intent = { kind: 'sweepCheckoutSessions' }
    const finish: Intent = {
      kind: 'finishInvoicePayment',
      customer: 0,
      pick: this.#pick(),
      card: random.percent(80) ? 'success' : 'decline',
    }
    const read: Intent = { kind: 'readCheckout', customer: 0, pick: this.#pick() }
    const purchase = {
      customer: 0,
      purchase: random.pick(['plan', 'plan', 'change', 'change', 'invoice'] as const),
      plan: random.pick(CHECKOUT_PLANS),
      pick: this.#pick(),
    }
    const open: Intent = { kind: 'openCheckout', ...purchase }
    const preview: Intent = { kind: 'previewCheckout', ...purchase }
    const intents = [
      ...(random.percent(60) ? [finish, deliver] : []),
      ...(random.percent(50) ? [preview] : []),
      ...(random.percent(75) ? [open] : []),
      ...(random.percent(25) ? [sweep] : []),
      ...(random.percent(50) ? [read] : []),
    ]
    return { move, intents }
  }

  /**
   * Previews a change and makes it, immediately or later. Sometimes the change differs from the
   * preview.
   */
  #preview(): Session {
    const random = this.#random
    const before = this.#previewed
    if (before && random.percent(85)) {
      this.#previewed = null
      this.#plan = before.plan
      const change = random.percent(85) ? before : { ...before, ...this.#randomChange() }
      const request: Intent = { kind: 'changeSubscription', ...change, token: 1 }
      // Usage after the preview waits for the next invoice.
      const events = [{ customer: 0, eventName: 'call', quantity: random.pick([1, 3, 10]) }]
      const usage: Intent[] = random.percent(70) ? [{ kind: 'track', events }] : []
      return { move: { customer: 0, by: random.pick(DELAYS) }, intents: [...usage, request] }
    }
    const change = { customer: 0, pick: this.#pick(), ...this.#randomChange() }
    const preview: Intent = { kind: 'previewChange', ...change }
    if (random.percent(35)) {
      const request: Intent = { kind: 'changeSubscription', ...change, token: JUST_CREATED }
      this.#plan = change.plan
      return { move: random.pick(LATER), intents: [...RENEW, preview, request] }
    }
    this.#previewed = change
    return { move: random.pick(LATER), intents: [...RENEW, preview] }
  }

  #randomChange(): Pick<Change, 'plan' | 'seats' | 'when'> {
    const random = this.#random
    if (random.percent(60)) return { plan: this.#plan === 'big' ? 'basic' : 'big', when: 'now' }
    const plan = random.pick(PLANS)
    const seats = plan === 'team' && { seats: random.between(1, 5) }
    const when = random.percent(75) && {
      when: random.pick(['now', 'now', 'now', 'period_end'] as const),
    }
    return { plan, ...seats, ...when }
  }
}
