import { parseAmount, ZERO } from '../../src/kernel/amount.ts'
import { planOf } from '../model/catalog.ts'
import { instantsAhead } from '../model/clocks.ts'
import type { Answer } from '../model/operation.ts'
import { billingPeriodAt, periodAt } from '../model/periods.ts'
import { type Clock, type Customer, newCustomer } from '../model/state.ts'
import type { DunningEnd } from '../model/subscriptions/billing.ts'
import { billingSteps } from './explain/billingSteps.ts'
import {
  atUnknownTime,
  type Call,
  describeCall,
  inRequestOrder,
  observedParts,
  unknownCustomerProblems,
} from './explain/calls.ts'
import { compareMessages } from './explain/compareMessages.ts'
import { compareStates } from './explain/compareStates.ts'
import { linearize, type World } from './explain/linearize.ts'
import { moneySteps } from './explain/moneySteps.ts'
import { compareBooks } from './explain/providerBook.ts'
import { Identities } from './observe/identities.ts'
import { observeBilling } from './observe/observeBilling.ts'
import { observeCustomer } from './observe/observeCustomer.ts'
import { observeMoney } from './observe/observeMoney.ts'
import { type Destination, perform } from './perform/perform.ts'
import { type CreatedObject, toRequest } from './perform/requests.ts'
import type { CatalogName } from './script/catalogs.ts'
import { Random } from './script/random.ts'
import {
  type ClockMove,
  type Intent,
  isWorker,
  type Round,
  type Script,
  type ScriptedCustomer,
} from './script/script.ts'
import { ProviderDisorder } from './system/providerDisorder.ts'
import type { System, Tenant } from './system/system.ts'

/** The first difference between a run and the model. */
export interface Failure {
  readonly round: number
  readonly now: string
  /** The calls of the failing round with their responses. */
  readonly calls: readonly string[]
  readonly problems: readonly string[]
  /** The intents of each round, in the order in which they took effect, as far as it is known. */
  readonly effective: readonly (readonly Intent[])[]
}

/**
 * Runs a script on the real application and compares every response and all state with the model.
 */
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
/**
 * After the first delay all pending work is retried. After the second, all waiting work is
 * abandoned.
 */
const CALM_DELAYS = [61 * 60 * 1000, 25 * HOUR_MS]

class Run {
  readonly #system: System
  readonly #catalogName: CatalogName
  #tenant: Tenant
  /** Worlds by customer id, in the order of the script. */
  readonly #worlds = new Map<string, World>()
  /** Test clocks by customer id. */
  readonly #clocks = new Map<string, Clock>()
  readonly #effective: Intent[][] = []
  readonly #disorder: ProviderDisorder
  /** True while faults are set at the provider. */
  #isFaulty = false
  #tick = 0
  #flows = 0

  private constructor(system: System, tenant: Tenant, catalogName: CatalogName) {
    this.#system = system
    this.#catalogName = catalogName
    this.#tenant = tenant
    this.#disorder = new ProviderDisorder(system, tenant)
  }

  static async begin(system: System, script: Script): Promise<Run> {
    const tenant = await system.tenant(script.catalog)
    const run = new Run(system, tenant, script.catalog)
    const { dunningEnd = 'cancel' } = script
    if (script.catalog === 'billing') await system.setDunningEnd(tenant, dunningEnd)
    for (const [index, scripted] of script.customers.entries()) {
      await run.#addCustomer(scripted, index, dunningEnd)
    }
    return run
  }

  async #addCustomer(
    scripted: ScriptedCustomer,
    index: number,
    dunningEnd: DunningEnd,
  ): Promise<void> {
    const { timezone, bucket, clockAhead, sharesClock, isInvoiced, place } = scripted
    const collectionMethod = isInvoiced ? 'send_invoice' : 'charge_automatically'
    const { environmentId } = this.#tenant.scope
    const name = String.fromCharCode('a'.charCodeAt(0) + index)
    const id = this.#system.customerIdIn(environmentId, bucket, name)
    if (sharesClock) this.#shareClock(id)
    else if (clockAhead !== undefined) {
      await this.#setClock(id, new Date(this.#system.now.getTime() + clockAhead))
    }
    const testClockId = this.#clockOf(id)?.id
    const body = {
      timezone,
      ...(isInvoiced && { kind: 'slg' }),
      ...(testClockId && { testClockId }),
      ...place,
    }
    const call = { params: { customerId: id }, body }
    const { status } = await this.#system.call(0, this.#tenant.key, 'putCustomer', call)
    if (status !== 200) throw new Error(`putCustomer answered ${status}`)
    this.#worlds.set(id, {
      customer: newCustomer(id, timezone, collectionMethod, dunningEnd, place, this.#clockOf(id)),
      identities: new Identities(),
    })
  }

  async #setClock(customerId: string, now: Date): Promise<void> {
    const previous = { id: customerId, createdAt: now, ...this.#clockOf(customerId) }
    const clock = { ...previous, now, target: null }
    this.#clocks.set(customerId, clock)
    await this.#system.setTestClock(this.#tenant, customerId, now)
    const world = this.#worlds.get(customerId)
    if (world) this.#worlds.set(customerId, { ...world, customer: { ...world.customer, clock } })
  }

  #shareClock(customerId: string): void {
    const [first] = this.#clocks.values()
    if (first) this.#clocks.set(customerId, first)
  }

  #clockOf(customerId: string): Clock | null {
    return this.#clocks.get(customerId) ?? null
  }

  #timeOf(customerId: string): Date {
    return this.#clockOf(customerId)?.now ?? this.#system.now
  }

  get #customers(): Customer[] {
    return [...this.#worlds.values()].map(({ customer }) => customer)
  }

  async play(round: Round, index: number): Promise<Failure | null> {
    if (round.move) await this.#moveClock(round.move)
    if (round.edit) {
      const catalog = await this.#system.editPlan(this.#catalogName, this.#tenant, round.edit)
      this.#tenant = { ...this.#tenant, catalog }
    }
    const { calls, failures } = await this.#callAll(round)
    const problems = [
      ...failures,
      ...(await this.#explain(calls)),
      ...(await this.#system.violatedInvariants()),
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

  /** Lets all work finish, then compares the provider's book with Purser's records. */
  async calmDown(index: number): Promise<Failure | null> {
    const isUntouched = ({ money, billing }: Customer): boolean =>
      money.methods.length + money.attempts.length + billing.invoices.length === 0
    if (this.#customers.every(isUntouched)) return null
    for (const by of CALM_DELAYS) {
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
    const hasOwnClock = this.#clocks.has(owner.id)
    // An advancing clock already moves to its target.
    if (this.#clockOf(owner.id)?.target) return
    const to = 'by' in move ? now.getTime() + move.by : this.#endAt(move, owner, hasOwnClock)
    if (to === undefined) return
    if (hasOwnClock) await this.#setClock(owner.id, new Date(to))
    else this.#system.now = new Date(to)
  }

  /** The target of a move, chosen among the end times of all customers on that clock. */
  #endAt(
    move: Exclude<ClockMove, { by: number }>,
    owner: Customer,
    hasOwnClock: boolean,
  ): number | undefined {
    const { offset } = move
    const pick = 'toEnd' in move ? move.toEnd : move.toPeriod
    const now = this.#timeOf(owner.id)
    const ends = this.#customers
      .filter((customer) => (hasOwnClock ? customer === owner : !this.#clocks.has(customer.id)))
      .flatMap((customer) =>
        'toEnd' in move ? this.#endsOf(customer, now) : instantsAhead(customer),
      )
      .map((end) => end.getTime() + offset)
      .filter((end) => end > now.getTime())
      .toSorted((a, b) => a - b)
    return ends[pick % ends.length]
  }

  /** Future instants at which something of the customer ends. */
  #endsOf(customer: Customer, now: Date): Date[] {
    const { wallets, subscriptions, timezone } = customer
    const expiring = [...wallets.values()].flatMap(({ grants, reservations }) => [
      ...grants,
      ...reservations.filter(({ status }) => status === 'held'),
    ])
    const periods = [
      periodAt('minute', now, timezone),
      periodAt('day', now, timezone),
      periodAt('month', now, timezone),
      ...subscriptions.map((subscription) => {
        const plan = planOf(this.#tenant.catalog, subscription)
        return billingPeriodAt(plan, subscription.billingAnchor, now, timezone)
      }),
    ]
    return [
      ...expiring.map(({ expiresAt }) => expiresAt),
      ...periods.map(({ end }) => end),
      ...instantsAhead(customer),
    ].filter((end) => end !== null)
  }

  /** Runs all clients concurrently, with their statements interleaved by the round's seed. */
  async #callAll({ clients, interleaving }: Round): Promise<{ calls: Call[]; failures: string[] }> {
    const intents = clients.flat()
    const faults = intents.flatMap((intent) => (intent.kind === 'setFaults' ? [intent.faults] : []))
    const isFaulty = this.#isFaulty || faults.some((set) => set.length > 0)
    const setting = {
      catalog: this.#tenant.catalog,
      customers: this.#customers,
      timeOf: (customer: Customer | null) =>
        customer ? this.#timeOf(customer.id) : this.#system.now,
      // A question about a payment in progress may get no final response.
      mayNotRespond: isFaulty || intents.some(isWorker),
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
      let created: CreatedObject | null = null
      for (const intent of intents) {
        const request = toRequest(intent, setting, created)
        if (!request) continue
        const startTick = await scheduler.inTurn(actor, 'begin', async () => this.#nextTick())
        const answers = await perform(request, destination).catch((error: unknown) => {
          if (isWorker(intent) && !isFaulty) failures.push(`${intent.kind}: ${reasonOf(error)}`)
          return request.parts.map(() => ({ status: 500, body: String(error) }))
        })
        calls.push({ request, startTick, endTick: this.#nextTick(), answers })
        created = createdBy(answers)
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

  /** Instants of messages about any customer on a clock. */
  async #stopsOf({ id, now }: Clock): Promise<Date[]> {
    const { rows } = await this.#system.owner.query<{ at: Date }>(
      `SELECT DISTINCT m.created_at AS at FROM outbox_messages m
       JOIN customers c ON c.environment_id = m.environment_id AND c.id = m.customer_id
       WHERE c.test_clock_id = $1 AND m.created_at > $2`,
      [id, now],
    )
    return rows.map(({ at }) => at)
  }

  /**
   * Looks for an order of the calls in which the model gives all responses. Returns the unexplained
   * differences.
   */
  async #explain(calls: readonly Call[]): Promise<string[]> {
    const { environmentId } = this.#tenant.scope
    const { owner } = this.#system
    const problems = calls.flatMap(unknownCustomerProblems)
    const order = new Set<Intent>()
    for (const [id, world] of this.#worlds) {
      const bucket = this.#system.bucketOf(environmentId, id)
      const location = { environmentId, bucket, id }
      const [picture, { money, sent }, billed] = await Promise.all([
        observeCustomer(owner, location),
        observeMoney(owner, location),
        observeBilling(owner, location),
      ])
      const observed = { ...picture, money, billing: billed.billing }
      const now = picture.clock ? new Date(picture.clock.now) : this.#system.now
      const { catalog } = this.#tenant
      const { customer, identities } = world
      const steps = moneySteps(customer.money, money, sent, this.#system.now, identities)
      const billingWork = billingSteps(catalog, customer, identities, billed, this.#system.now)
      const operations = [
        ...billingWork.ordered.map(inRequestOrder(-1_000_000)),
        ...billingWork.startedPayments.map(inRequestOrder(-2_000_000)),
        ...billingWork.drips.flatMap((drips, index) =>
          drips.map(inRequestOrder(-3_000_000 - index)),
        ),
        ...[...steps, ...billingWork.unordered].map(atUnknownTime),
        ...calls.flatMap((call, request) => observedParts(call, request, id)),
      ]
      const finish = (reached: World) => compareStates(reached, observed, now)
      const stops = customer.clock ? await this.#stopsOf(customer.clock) : []
      const end = linearize(
        catalog,
        world,
        operations,
        now,
        compareMessages(billed, picture),
        finish,
        stops,
      )
      for (const { request } of end.order) {
        const call = calls[request]
        if (call) order.add(call.request.intent)
      }
      if ('customer' in end) {
        // In the next round the clock looks for due work again.
        const clock = end.customer.clock && { ...end.customer.clock, excused: [] }
        const reached = { ...end.customer, clock }
        this.#worlds.set(id, { customer: reached, identities: end.identities })
        if (clock) this.#clocks.set(id, clock)
        continue
      }
      const explained = end.order.map(({ label }) => label).join(', ')
      const context = explained === '' ? id : `${id} after ${explained}`
      problems.push(...new Set(end.differences.map((each) => `${context}: ${each}`)))
    }
    for (const { request } of calls) order.add(request.intent)
    this.#effective.push([...order])
    return problems
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : String(error)

/** The object that a response says was created. */
function createdBy([answer]: readonly (Answer | null)[]): CreatedObject | null {
  const { id, eventId, previewToken, held } = (answer?.body ?? {}) as Record<string, unknown>
  const name = id ?? eventId ?? previewToken
  return typeof name === 'string'
    ? { id: name, held: typeof held === 'number' ? parseAmount(held) : ZERO }
    : null
}
