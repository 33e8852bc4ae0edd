import type { Random } from '../script/random.ts'

/** A unit of work that waits for its turn. Jobs of one actor run in the order of arrival. */
interface Job {
  readonly label: string
  readonly run: () => Promise<void>
}

interface Actor {
  /** The process id of the connection in PostgreSQL. Null if the actor never waits for locks. */
  readonly processId: number | null
  readonly waiting: Job[]
  /** In rounds with ranks, the actor with the highest rank goes first. */
  rank: number
  /** The running job of the actor. */
  running: Promise<void> | null
}

/** The time after which a statement is suspected to wait for a lock. */
const SUSPICIOUS_MS = 2
/**
 * Turns of the event loop without a new job. After that, all code is assumed to wait for the
 * scheduler.
 */
const QUIET_TURNS = 4
const RANKS = 1_000_000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Choose = (random: Random, ready: readonly Actor[]) => Actor

const oneByOne: Choose = (random, ready) => random.pick(ready)

const byRank: Choose = (random, ready) => {
  const first = ready.reduce((best, next) => (next.rank > best.rank ? next : best))
  if (random.percent(10)) first.rank = -random.below(RANKS)
  return first
}

/**
 * Interleaves the statements of concurrent operations. One statement runs at a time, in an order
 * that the seed decides. A statement that waits for a lock keeps waiting while the others continue.
 */
export class Scheduler {
  readonly #isBlocked: (processId: number) => Promise<boolean>
  readonly #actors = new Map<object, Actor>()
  #arrivals = 0
  #random: Random | null = null
  /** The labels of all jobs in the order in which they ran. Two equal runs have equal traces. */
  readonly trace: string[] = []

  constructor(isBlocked: (processId: number) => Promise<boolean>) {
    this.#isBlocked = isBlocked
  }

  /** Runs a job when its turn comes, or immediately if nothing is being scheduled. */
  async inTurn<T>(
    actor: { readonly processID?: number | null },
    label: string,
    run: () => Promise<T>,
  ): Promise<T> {
    if (!this.#random) return run()
    this.#arrivals += 1
    return new Promise<T>((resolve, reject) => {
      this.#actorOf(actor).waiting.push({ label, run: () => run().then(resolve, reject) })
    })
  }

  #actorOf(key: { readonly processID?: number | null }): Actor {
    const existing = this.#actors.get(key)
    if (existing) return existing
    const rank = this.#random?.below(RANKS) ?? 0
    const actor: Actor = { processId: key.processID ?? null, waiting: [], rank, running: null }
    this.#actors.set(key, actor)
    return actor
  }

  /** Schedules all statements until the work is finished. */
  async interleave(random: Random, work: () => Promise<unknown>): Promise<void> {
    this.#random = random
    this.trace.length = 0
    // With ranks, a slow actor stays behind for a long time. This reveals bugs that need a long
    // pause in the middle of an operation. Choosing actors one by one mixes all their statements.
    const choose = random.percent(50) ? byRank : oneByOne
    let done = false
    const finished = work().finally(() => {
      done = true
    })
    // The error is thrown at the end, when all jobs have ended.
    finished.catch(() => {})
    try {
      // Waits for abandoned work too, because an unfinished transaction would keep its locks.
      while (!done || this.#isBusy) {
        await this.#untilQuiet()
        const ready = [...this.#actors.values()].filter(
          ({ waiting, running }) => waiting.length > 0 && !running,
        )
        if (ready.length === 0) {
          await this.#untilSomethingHappens()
          continue
        }
        await this.#run(choose(random, ready))
      }
    } finally {
      this.#random = null
      this.#actors.clear()
    }
    await finished
  }

  get #isBusy(): boolean {
    return [...this.#actors.values()].some(({ waiting, running }) => running || waiting.length > 0)
  }

  /** Lets the code run until all of it waits for a statement. */
  async #untilQuiet(): Promise<void> {
    let seen = this.#arrivals
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn()
      if (this.#arrivals === seen) continue
      seen = this.#arrivals
      quiet = 0
    }
  }

  /** Waits while all running jobs are blocked by a lock or a timer. */
  async #untilSomethingHappens(): Promise<void> {
    const running = [...this.#actors.values()].flatMap((actor) => actor.running ?? [])
    await Promise.race([...running, pause(SUSPICIOUS_MS)])
  }

  async #run(actor: Actor): Promise<void> {
    const job = actor.waiting.shift()
    if (!job) return
    this.trace.push(job.label)
    const running = job.run().finally(() => {
      actor.running = null
    })
    actor.running = running
    await this.#untilDoneOrBlocked(actor)
    if (!/^(commit|rollback)/i.test(job.label)) return
    // A statement that waited for a lock continues as soon as the lock is released. Wait for it,
    // so that the next step does not depend on the speed of the statement.
    for (const other of this.#actors.values()) {
      if (other !== actor && other.running) await this.#untilDoneOrBlocked(other)
    }
  }

  async #untilDoneOrBlocked(actor: Actor): Promise<void> {
    while (actor.running) {
      const done = actor.running.then(() => true)
      if (await Promise.race([done, pause(SUSPICIOUS_MS).then(() => false)])) return
      if (actor.processId !== null && (await this.#isBlocked(actor.processId))) return
    }
  }
}
