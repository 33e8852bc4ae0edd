import { isDeepStrictEqual } from 'node:util'
import { parseAmount, ZERO } from '../../src/kernel/amount.ts'
import { planOf } from '../model/catalog.ts'
import type { Answer } from '../model/operation.ts'
import { billingPeriodAt, periodAt } from '../model/periods.ts'
import { type Customer, newCustomer } from '../model/state.ts'
import { compareStates } from './compareStates.ts'
import { Identities } from './identities.ts'
import { linearize, type Observed, type World } from './linearize.ts'
import { observeCustomer } from './observeCustomer.ts'
import { type Destination, perform } from './perform.ts'
import { Random } from './random.ts'
import { type Made, type Request, toRequest } from './requests.ts'
import type { ClockMove, Intent, Round, Script, ScriptedCustomer } from './script.ts'
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
  readonly answers: readonly Answer[]
}

/** Runs a script on the real application and holds every answer and all state against the model. */
export async function simulate(system: System, script: Script): Promise<Failure | null> {
  await system.restart(new Date(script.startsAt))
  const run = await Run.begin(system, script)
  for (const [index, round] of script.rounds.entries()) {
    const failure = await run.play(round, index)
    if (failure) return failure
  }
  return null
}

class Run {
  readonly #system: System
  readonly #tenant: Tenant
  /** By customer id, in the order of the script. */
  readonly #worlds = new Map<string, World>()
  /** What customers with a clock of their own live by, by customer id. */
  readonly #clocks = new Map<string, Date>()
  readonly #effective: Intent[][] = []
  #tick = 0

  private constructor(system: System, tenant: Tenant) {
    this.#system = system
    this.#tenant = tenant
  }

  static async begin(system: System, script: Script): Promise<Run> {
    const tenant = await system.tenant(script.catalog)
    const run = new Run(system, tenant)
    for (const [index, scripted] of script.customers.entries()) await run.#enter(scripted, index)
    return run
  }

  async #enter({ timezone, bucket, clockAhead }: ScriptedCustomer, index: number): Promise<void> {
    const { environmentId } = this.#tenant.scope
    const name = String.fromCharCode('a'.charCodeAt(0) + index)
    const id = this.#system.customerIdIn(environmentId, bucket, name)
    const body = { timezone, ...(clockAhead !== undefined && { testClockId: id }) }
    if (clockAhead !== undefined) {
      await this.#setClock(id, new Date(this.#system.now.getTime() + clockAhead))
    }
    const call = { params: { customerId: id }, body }
    const { status } = await this.#system.call(0, this.#tenant.key, 'putCustomer', call)
    if (status !== 200) throw new Error(`putCustomer answered ${status}`)
    this.#worlds.set(id, { customer: newCustomer(id, timezone), identities: new Identities() })
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
    const calls = await this.#callAll(round)
    const problems = [...(await this.#explain(calls)), ...(await this.#system.breaches())]
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
    { toEnd, offset }: { toEnd: number; offset: number },
    owner: Customer,
    isOwn: boolean,
  ): number | undefined {
    const now = this.#timeOf(owner.id)
    const ends = this.#customers
      .filter((customer) => (isOwn ? customer === owner : !this.#clocks.has(customer.id)))
      .flatMap((customer) => this.#endsOf(customer, now))
      .map((end) => end.getTime() + offset)
      .filter((end) => end > now.getTime())
      .toSorted((a, b) => a - b)
    return ends[toEnd % ends.length]
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
    return [...things.map(({ expiresAt }) => expiresAt), ...periods.map(({ end }) => end)].filter(
      (end) => end !== null,
    )
  }

  /** All clients at once, their statements interleaved as the round says. */
  async #callAll({ clients, interleaving }: Round): Promise<Call[]> {
    const setting = {
      catalog: this.#tenant.catalog,
      customers: this.#customers,
      timeOf: (customer: Customer | null) =>
        customer ? this.#timeOf(customer.id) : this.#system.now,
    }
    const { scheduler } = this.#system
    const calls: Call[] = []
    const act = async (intents: readonly Intent[], client: number): Promise<void> => {
      const actor = {}
      const destination: Destination = {
        system: this.#system,
        tenant: this.#tenant,
        server: client,
        identitiesOf: (id) => this.#worlds.get(id)?.identities ?? new Identities(),
      }
      let made: Made | null = null
      for (const intent of intents) {
        const request = toRequest(intent, setting, made)
        if (!request) continue
        const began = await scheduler.inTurn(actor, 'begin', async () => this.#nextTick())
        const answers = await perform(request, destination).catch((error: unknown) =>
          request.parts.map(() => ({ status: 500, body: String(error) })),
        )
        calls.push({ request, began, ended: this.#nextTick(), answers })
        made = madeBy(answers)
      }
    }
    await scheduler.interleave(new Random(interleaving), () => Promise.all(clients.map(act)))
    return calls
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
      const observed = await observeCustomer(owner, { environmentId, bucket, id })
      const operations = calls.flatMap((call, request) => observedParts(call, request, id))
      const end = linearize(this.#tenant.catalog, world, operations, now, (reached) =>
        compareStates(reached, observed, now),
      )
      for (const { request } of end.order) order.add(calls[request]?.request.intent as Intent)
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

/** What an answer tells of that was made. */
function madeBy([answer]: readonly Answer[]): Made | null {
  const { id, eventId, held } = (answer?.body ?? {}) as Record<string, unknown>
  const name = id ?? eventId
  return typeof name === 'string'
    ? { id: name, held: typeof held === 'number' ? parseAmount(held) : ZERO }
    : null
}

const labelOf = (request: Request, place: number): string =>
  request.parts.length > 1 ? `${request.intent.kind} #${place}` : request.intent.kind

const observedParts = (call: Call, request: number, customerId: string): Observed[] =>
  call.request.parts.flatMap((part, place) =>
    part.customerId === customerId
      ? [
          {
            label: `${labelOf(call.request, place)} (${call.began}–${call.ended})`,
            operation: part.operation,
            began: call.began,
            ended: call.ended,
            request,
            place,
            answer: call.answers[place] ?? { status: 0 },
          },
        ]
      : [],
  )

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
