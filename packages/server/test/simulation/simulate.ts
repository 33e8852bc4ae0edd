import { isDeepStrictEqual } from 'node:util'
import { parseAmount, ZERO } from '../../src/kernel/amount.ts'
import { planOf } from '../model/catalog.ts'
import type { Answer, Operation } from '../model/operation.ts'
import { billingPeriodAt, periodAt } from '../model/periods.ts'
import { nextStep } from '../model/renewals.ts'
import { type Customer, newCustomer } from '../model/state.ts'
import { billingSteps } from './billingSteps.ts'
import { compareStates } from './compareStates.ts'
import { hearing } from './hearing.ts'
import { Identities } from './identities.ts'
import { linearize, type Observed, type World } from './linearize.ts'
import { moneySteps } from './moneySteps.ts'
import { observeBilling } from './observeBilling.ts'
import { observeCustomer } from './observeCustomer.ts'
import { observeMoney } from './observeMoney.ts'
import { type Destination, perform } from './perform.ts'
import { compareBooks } from './providerBook.ts'
import { ProviderDisorder } from './providerDisorder.ts'
import { Random } from './random.ts'
import type { Request } from './request.ts'
import { type Made, toRequest } from './requests.ts'
import {
  type ClockMove,
  type Intent,
  isWorker,
  type Round,
  type Script,
  type ScriptedCustomer,
} from './script.ts'
import type { System, Tenant } from './system.ts'

/** How a run went against the model. */
export interface Failure {
  readonly round: number
  readonly now: string
  /** What was done in the round that failed, with the answers. */
  readonly calls: readonly string[]
  readonly problems: readonly string[]
  /** What was done in each round, in the order in which it took effect as far as that is known. */
  readonly effective: readonly (readonly Intent[])[]
}

/** A call that was made, and when. */
interface Call {
  readonly request: Request
  readonly began: number
  readonly ended: number
  readonly answers: readonly (Answer | null)[]
}

/** Runs a script on the real application and holds every answer and all state against the model. */
export async function simulate(system: System, script: Script): Promise<Failure | null> {
  await system.restart(new Date(script.startsAt))
  const run = await Run.begin(system, script)
  for (const [index, round] of script.rounds.entries()) {
    const failure = await run.play(round, index)
    if (failure) return failure
  }
  return run.calmDown(script.rounds.length)
}

const HOUR_MS = 60 * 60 * 1000
/** By then everything is asked again that waits; and then all that waits is given up. */
const CALM = [61 * 60 * 1000, 25 * HOUR_MS]

class Run {
  readonly #system: System
  readonly #tenant: Tenant
  /** By customer id, in the order of the script. */
  readonly #worlds = new Map<string, World>()
  /** What customers with a clock of their own live by, by customer id. */
  readonly #clocks = new Map<string, Date>()
  readonly #effective: Intent[][] = []
  readonly #disorder: ProviderDisorder
  /** Whether the provider was told to fail and has not been told to stop. */
  #isFaulty = false
  #tick = 0
  #flows = 0

  private constructor(system: System, tenant: Tenant) {
    this.#system = system
    this.#tenant = tenant
    this.#disorder = new ProviderDisorder(system, tenant)
  }

  static async begin(system: System, script: Script): Promise<Run> {
    const tenant = await system.tenant(script.catalog)
    const run = new Run(system, tenant)
    for (const [index, scripted] of script.customers.entries()) await run.#enter(scripted, index)
    return run
  }

  async #enter(scripted: ScriptedCustomer, index: number): Promise<void> {
    const { timezone, bucket, clockAhead, isInvoiced } = scripted
    const collectionMethod = isInvoiced ? 'send_invoice' : 'charge_automatically'
    const { environmentId } = this.#tenant.scope
    const name = String.fromCharCode('a'.charCodeAt(0) + index)
    const id = this.#system.customerIdIn(environmentId, bucket, name)
    const clock = clockAhead !== undefined && { testClockId: id }
    const body = { timezone, ...(isInvoiced && { kind: 'slg' }), ...clock }
    if (clockAhead !== undefined) {
      await this.#setClock(id, new Date(this.#system.now.getTime() + clockAhead))
    }
    const call = { params: { customerId: id }, body }
    const { status } = await this.#system.call(0, this.#tenant.key, 'putCustomer', call)
    if (status !== 200) throw new Error(`putCustomer answered ${status}`)
    this.#worlds.set(id, {
      customer: newCustomer(id, timezone, collectionMethod),
      identities: new Identities(),
    })
  }

  async #setClock(customerId: string, now: Date): Promise<void> {
    this.#clocks.set(customerId, now)
    await this.#system.setTestClock(this.#tenant, customerId, now)
  }

  #timeOf(customerId: string): Date {
    return this.#clocks.get(customerId) ?? this.#system.now
  }

  get #customers(): Customer[] {
    return [...this.#worlds.values()].map(({ customer }) => customer)
  }

  async play(round: Round, index: number): Promise<Failure | null> {
    if (round.move) await this.#moveClock(round.move)
    const { calls, failures } = await this.#callAll(round)
    const problems = [
      ...failures,
      ...(await this.#explain(calls)),
      ...(await this.#system.breaches()),
      ...(await compareBooks(this.#system.owner, false, this.#system.now)),
    ]
    if (problems.length === 0) return null
    const now = this.#system.now.toISOString()
    return {
      round: index,
      now,
      calls: calls.map(describeCall),
      problems,
      effective: this.#effective,
    }
  }

  /** Lets everything come to its end, and then holds the provider's book against ours. */
  async calmDown(index: number): Promise<Failure | null> {
    const isUntouched = ({ money, billing }: Customer): boolean =>
      money.methods.length + money.attempts.length + billing.invoices.length === 0
    if (this.#customers.every(isUntouched)) return null
    for (const by of CALM) {
      this.#system.now = new Date(this.#system.now.getTime() + by)
      const isBilled = this.#customers.some(({ subscriptions }) =>
        subscriptions.some(({ contract }) => contract !== null),
      )
      const calm = { kind: 'calm', isBilled } as const
      const round = { move: null, interleaving: 0, clients: [[calm]] }
      const failure = await this.play(round, index)
      if (failure) return failure
    }
    const problems = await compareBooks(this.#system.owner, true, this.#system.now)
    if (problems.length === 0) return null
    const now = this.#system.now.toISOString()
    return { round: index, now, calls: [], problems, effective: this.#effective }
  }

  async #moveClock(move: ClockMove): Promise<void> {
    const owner = this.#customers[move.customer]
    if (!owner) return
    const now = this.#timeOf(owner.id)
    const isOwn = this.#clocks.has(owner.id)
    const to = 'by' in move ? now.getTime() + move.by : this.#endAt(move, owner, isOwn)
    if (to === undefined) return
    if (isOwn) await this.#setClock(owner.id, new Date(to))
    else this.#system.now = new Date(to)
  }

  /** The instant that a move to an end leads to, among the ends of all who live by that clock. */
  #endAt(
    move: Exclude<ClockMove, { by: number }>,
    owner: Customer,
    isOwn: boolean,
  ): number | undefined {
    const { offset } = move
    const pick = 'toEnd' in move ? move.toEnd : move.toPeriod
    const now = this.#timeOf(owner.id)
    const ends = this.#customers
      .filter((customer) => (isOwn ? customer === owner : !this.#clocks.has(customer.id)))
      .flatMap((customer) => ('toEnd' in move ? this.#endsOf(customer, now) : dueOf(customer)))
      .map((end) => end.getTime() + offset)
      .filter((end) => end > now.getTime())
      .toSorted((a, b) => a - b)
    return ends[pick % ends.length]
  }

  /** Instants ahead at which something of the customer ends. */
  #endsOf(customer: Customer, now: Date): Date[] {
    const { wallets, subscriptions, timezone } = customer
    const things = [...wallets.values()].flatMap(({ grants, reservations }) => [
      ...grants,
      ...reservations.filter(({ status }) => status === 'held'),
    ])
    const periods = [
      periodAt('minute', now, timezone),
      periodAt('day', now, timezone),
      periodAt('month', now, timezone),
      ...subscriptions.map(({ planId, billingAnchor }) =>
        billingPeriodAt(planOf(this.#tenant.catalog, planId), billingAnchor, now, timezone),
      ),
    ]
    return [
      ...things.map(({ expiresAt }) => expiresAt),
      ...periods.map(({ end }) => end),
      ...dueOf(customer),
    ].filter((end) => end !== null)
  }

  /** All clients at once, their statements interleaved as the round says. */
  async #callAll({ clients, interleaving }: Round): Promise<{ calls: Call[]; failures: string[] }> {
    const intents = clients.flat()
    const faults = intents.flatMap((intent) => (intent.kind === 'setFaults' ? [intent.faults] : []))
    const isFaulty = this.#isFaulty || faults.some((set) => set.length > 0)
    const setting = {
      catalog: this.#tenant.catalog,
      customers: this.#customers,
      timeOf: (customer: Customer | null) =>
        customer ? this.#timeOf(customer.id) : this.#system.now,
      // Who asks about a payment that is just being made is told to wait.
      mayBeSilent: isFaulty || intents.some(isWorker),
      nextFlow: () => {
        this.#flows += 1
        return this.#flows
      },
    }
    const { scheduler } = this.#system
    const calls: Call[] = []
    const failures: string[] = []
    const act = async (intents: readonly Intent[], client: number): Promise<void> => {
      const actor = {}
      const destination: Destination = {
        system: this.#system,
        tenant: this.#tenant,
        server: client,
        identitiesOf: (id) => this.#worlds.get(id)?.identities ?? new Identities(),
        disorder: this.#disorder,
      }
      let made: Made | null = null
      for (const intent of intents) {
        const request = toRequest(intent, setting, made)
        if (!request) continue
        const began = await scheduler.inTurn(actor, 'begin', async () => this.#nextTick())
        const answers = await perform(request, destination).catch((error: unknown) => {
          if (isWorker(intent) && !isFaulty) failures.push(`${intent.kind}: ${reasonOf(error)}`)
          return request.parts.map(() => ({ status: 500, body: String(error) }))
        })
        calls.push({ request, began, ended: this.#nextTick(), answers })
        made = madeBy(answers)
      }
    }
    await scheduler.interleave(new Random(interleaving), () => Promise.all(clients.map(act)))
    if (faults.length > 0) this.#isFaulty = faults.some((set) => set.length > 0)
    return { calls, failures }
  }

  #nextTick(): number {
    this.#tick += 1
    return this.#tick
  }

  /** Looks for an order in which the model gives all the answers; says what it cannot explain. */
  async #explain(calls: readonly Call[]): Promise<string[]> {
    const { environmentId } = this.#tenant.scope
    const { owner } = this.#system
    const problems = calls.flatMap(strangerProblems)
    const order = new Set<Intent>()
    for (const [id, world] of this.#worlds) {
      const now = this.#timeOf(id)
      const bucket = this.#system.bucketOf(environmentId, id)
      const place = { environmentId, bucket, id }
      const [picture, { money, sent }, billed] = await Promise.all([
        observeCustomer(owner, place),
        observeMoney(owner, place),
        observeBilling(owner, place),
      ])
      const observed = { ...picture, money, billing: billed.billing }
      const { catalog } = this.#tenant
      const { customer, identities } = world
      const steps = moneySteps(customer.money, money, sent, this.#system.now)
      const done = billingSteps(catalog, customer, identities, billed, this.#system.now, now)
      const operations = [
        ...done.ordered.map(inOrder(-1_000_000)),
        ...done.begun.map(inOrder(-2_000_000)),
        ...done.drips.flatMap((drips, index) => drips.map(inOrder(-3_000_000 - index))),
        ...[...steps, ...done.others].map(settledBySomebody),
        ...calls.flatMap((call, request) => observedParts(call, request, id)),
      ]
      const end = linearize(catalog, world, operations, now, hearing(billed), (reached) =>
        compareStates(reached, observed, now),
      )
      for (const { request } of end.order) {
        const call = calls[request]
        if (call) order.add(call.request.intent)
      }
      if ('customer' in end) {
        this.#worlds.set(id, { customer: end.customer, identities: end.identities })
        continue
      }
      const explained = end.order.map(({ label }) => label).join(', ')
      const where = explained === '' ? id : `${id} after ${explained}`
      problems.push(...new Set(end.differences.map((each) => `${where}: ${each}`)))
    }
    for (const { request } of calls) order.add(request.intent)
    this.#effective.push([...order])
    return problems
  }
}

/** Instants at which something is due for what a customer is billed for. */
const dueOf = ({ subscriptions, billing }: Customer): Date[] =>
  [
    ...subscriptions.map((subscription) => nextStep(subscription)?.at ?? null),
    ...billing.invoices.map(({ nextAttemptAt }) => nextAttemptAt),
  ].filter((at) => at !== null)

const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : String(error)

/** What an answer tells of that was made. */
function madeBy([answer]: readonly (Answer | null)[]): Made | null {
  const { id, eventId, held } = (answer?.body ?? {}) as Record<string, unknown>
  const name = id ?? eventId
  return typeof name === 'string'
    ? { id: name, held: typeof held === 'number' ? parseAmount(held) : ZERO }
    : null
}

const labelOf = (request: Request, place: number): string =>
  request.parts.length > 1 ? `${request.intent.kind} #${place}` : request.intent.kind

/** What was done by somebody, one after the other, as if it were a request of this number. */
const inOrder =
  (request: number) =>
  (operation: Operation, place: number): Observed => ({
    ...settledBySomebody(operation, 0),
    request,
    place,
  })

/** What was done to a customer's money, some time in the round. */
const settledBySomebody = (operation: Operation, index: number): Observed => ({
  label: JSON.stringify(operation),
  operation,
  began: 0,
  ended: Number.MAX_SAFE_INTEGER,
  request: -1 - index,
  place: 0,
  answer: { status: 200, body: undefined },
})

const observedParts = (call: Call, request: number, customerId: string): Observed[] =>
  call.request.parts.flatMap((part, place) => {
    const answer = call.answers[place]
    if (part.customerId !== customerId || !answer) return []
    return [
      {
        label: `${labelOf(call.request, place)} (${call.began}–${call.ended})`,
        operation: part.operation,
        began: call.began,
        ended: call.ended,
        request,
        place,
        answer,
      },
    ]
  })

/** Whatever is asked about a customer that does not exist is refused. */
const strangerProblems = ({ request, answers }: Call): string[] =>
  request.parts.flatMap(({ customer, operation }, place) => {
    if (customer) return []
    const expected =
      operation.kind === 'track'
        ? { status: 200, rejected: 'customer_not_found' }
        : { status: 404, code: 'not_found' }
    const answer = answers[place]
    return isDeepStrictEqual(answer, expected)
      ? []
      : [`${labelOf(request, place)} of a stranger: ${JSON.stringify(answer)}`]
  })

const describeCall = ({ request, began, ended, answers }: Call): string =>
  `${began}–${ended} ${JSON.stringify(request.intent)} → ${JSON.stringify(answers)}`
