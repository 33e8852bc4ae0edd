import { PurserError } from '../../../kernel/errors.ts'

/** The place of a run among others. */
export interface Turn {
  /** Runs of one lane follow one another; those of different lanes have no bucket in common. */
  lane: number
  /** Lets the next run of the lane begin before this one has ended. */
  makeWay: () => void
  /** When what was before it in the lane has been answered. */
  before: Promise<unknown>
}

export interface BatcherOptions<Item, Answer> {
  /** Answers each item, in order; a failure is the failure of all of them. */
  run: (items: Item[], turn: Turn) => Promise<Answer[]>
  /** Items of one customer are run in the order in which they came, and get their turn as a whole. */
  customerOf: (item: Item) => string
  bucketOf: (item: Item) => number
  maxBatch: number
  lanes: number
  /** How many runs of a lane may be under way: more than one only if runs make way. */
  runsPerLane: number
  /** A run with less work than this takes all idle buckets; one with more leaves some to the next. */
  enough: number
  maxQueued: number
  maxQueuedPerCustomer: number
}

export interface Batcher<Item, Answer> {
  /** Joins the next run, never one under way. All items are taken on, or none is. */
  submit(items: readonly Item[]): Promise<Answer[]>
  /** Items that wait for their run. */
  readonly queued: number
}

/** Sets of buckets that a run takes whole, so that one transaction keeps to the buckets of one run. */
const GROUPS = 8

/** A run with few items costs as much as one with some more, so that a little is not divided. */
const LEAST_SHARE = 16

interface Ticket<Answer> {
  answers: Answer[]
  missing: number
  resolve: (answers: Answer[]) => void
  reject: (error: unknown) => void
}

interface Waiting<Item, Answer> {
  item: Item
  position: number
  ticket: Ticket<Answer>
}

/** What one customer has waiting; taken from the front without moving the rest. */
interface Line<Item, Answer> {
  waiting: Waiting<Item, Answer>[]
  next: number
}

interface Group<Item, Answer> {
  lines: Map<string, Line<Item, Answer>>
  queued: number
  /** The lane that has runs under way with this group, and how many. */
  lane: Lane | null
  runs: number
}

interface Lane {
  index: number
  runs: number
  /** How many items its runs under way have. */
  items: number
  /** Whether its last run made way for the next. */
  isOpen: boolean
  last: Promise<unknown>
}

/**
 * Turns what arrives while a run is under way into the next run: no timer, so a lone request waits
 * for nothing, and under load one transaction carries many. Customers take turns within a run, so
 * that a busy one does not hold up the others.
 */
export function createBatcher<Item, Answer>(
  options: BatcherOptions<Item, Answer>,
): Batcher<Item, Answer> {
  const groups = Array.from(
    { length: GROUPS },
    (): Group<Item, Answer> => ({ lines: new Map(), queued: 0, lane: null, runs: 0 }),
  )
  const lanes = Array.from(
    { length: options.lanes },
    (_, index): Lane => ({ index, runs: 0, items: 0, isOpen: true, last: Promise.resolve() }),
  )
  let queued = 0
  let woken = false
  /** Where the next run begins to look, so that no group waits for ever behind busy ones. */
  let turn = 0

  /** All requests that have arrived by now are read before the run is put together. */
  const wake = () => {
    if (woken) return
    woken = true
    setImmediate(() => {
      woken = false
      startRuns()
    })
  }

  const startRuns = () => {
    for (const lane of lanes) {
      if (lane.isOpen && lane.runs < options.runsPerLane) startRun(lane)
    }
  }

  const startRun = (lane: Lane) => {
    const open = groups.filter((group) => group.lane === null || group.lane === lane)
    const { claimed, work } = claim(open)
    if (work === 0) return
    // Every run has its price: a small one is not worth starting while a larger one is under way.
    if (lane.runs > 0 && work < lane.items) return
    // Buckets without work go along while there is little to do, so that later arrivals of theirs
    // do not start a run in another lane.
    const taken = work < options.enough ? open : claimed
    for (const group of taken) {
      group.lane = lane
      group.runs += 1
    }
    lane.runs += 1
    lane.isOpen = false
    const batch = takeTurns(
      claimed,
      Math.min(options.maxBatch, evenShare(lane.items + work, options.runsPerLane)),
    )
    queued -= batch.length
    lane.items += batch.length
    let isLast = true
    const makeWay = () => {
      if (!isLast) return
      isLast = false
      lane.isOpen = true
      wake()
    }
    const run = options.run(
      batch.map(({ item }) => item),
      { lane: lane.index, makeWay, before: lane.last },
    )
    // The next run is on its way before this one's answers are, so that the database need not wait.
    const goOn = () => {
      for (const group of taken) {
        group.runs -= 1
        if (group.runs === 0) group.lane = null
      }
      lane.runs -= 1
      lane.items -= batch.length
      if (isLast) lane.isOpen = true
      isLast = false
      startRuns()
    }
    lane.last = run.then(
      (answers) => {
        goOn()
        for (const [at, waiting] of batch.entries()) fulfil(waiting, answers[at] as Answer)
      },
      (error: unknown) => {
        goOn()
        for (const { ticket } of batch) ticket.reject(error)
      },
    )
  }

  /** Groups with work, in turn, until there is enough. */
  const claim = (open: readonly Group<Item, Answer>[]) => {
    const claimed: Group<Item, Answer>[] = []
    let work = 0
    for (let at = 0; at < GROUPS && work < options.enough; at += 1) {
      const place = (turn + at) % GROUPS
      const group = groups[place]
      if (!group || group.queued === 0 || !open.includes(group)) continue
      claimed.push(group)
      work += group.queued
      if (work >= options.enough) turn = place + 1
    }
    return { claimed, work }
  }

  const admit = (items: readonly Item[]) => {
    if (queued + items.length > options.maxQueued) throw full()
    const perCustomer = new Map<string, number>()
    for (const item of items) {
      const customer = options.customerOf(item)
      const line = groupOf(item).lines.get(customer)
      const before = perCustomer.get(customer) ?? (line ? line.waiting.length - line.next : 0)
      if (before >= options.maxQueuedPerCustomer) throw full()
      perCustomer.set(customer, before + 1)
    }
  }

  const groupOf = (item: Item) => groups[options.bucketOf(item) % GROUPS] as Group<Item, Answer>

  return {
    submit(items) {
      return new Promise<Answer[]>((resolve, reject) => {
        admit(items)
        const ticket: Ticket<Answer> = {
          answers: new Array(items.length),
          missing: items.length,
          resolve,
          reject,
        }
        items.forEach((item, position) => {
          const group = groupOf(item)
          const customer = options.customerOf(item)
          let line = group.lines.get(customer)
          if (!line) {
            line = { waiting: [], next: 0 }
            group.lines.set(customer, line)
          }
          line.waiting.push({ item, position, ticket })
          group.queued += 1
        })
        queued += items.length
        wake()
      })
    },
    get queued() {
      return queued
    },
  }
}

const full = () =>
  new PurserError(
    'unavailable',
    'Too much is waiting already. Nothing of this request was taken on: retry it after a moment.',
    {
      retryAfterSeconds: 1,
    },
  )

function fulfil<Item, Answer>({ ticket, position }: Waiting<Item, Answer>, answer: Answer): void {
  ticket.answers[position] = answer
  ticket.missing -= 1
  if (ticket.missing === 0) ticket.resolve(ticket.answers)
}

/**
 * How much a run takes of all that its lane has in hand. A small run behind a large one, and a large
 * one behind that, would leave first the server idle and then the database: equal shares keep both
 * at work.
 */
const evenShare = (items: number, shares: number): number =>
  shares === 1 ? items : Math.max(LEAST_SHARE, Math.ceil(items / shares))

/** Up to `max` items: the same share for every customer, then what is left in further rounds. */
function takeTurns<Item, Answer>(
  groups: readonly Group<Item, Answer>[],
  max: number,
): Waiting<Item, Answer>[] {
  const batch: Waiting<Item, Answer>[] = []
  while (batch.length < max) {
    const customers = groups.reduce((count, { lines }) => count + lines.size, 0)
    if (customers === 0) break
    const share = Math.max(1, Math.floor((max - batch.length) / customers))
    for (const group of groups) {
      for (const [customer, line] of [...group.lines]) {
        const count = Math.min(share, max - batch.length, line.waiting.length - line.next)
        for (let at = 0; at < count; at += 1) {
          batch.push(line.waiting[line.next + at] as Waiting<Item, Answer>)
        }
        line.next += count
        group.queued -= count
        // Whoever has more waiting goes to the end of the line of customers.
        group.lines.delete(customer)
        if (line.next < line.waiting.length) group.lines.set(customer, line)
        if (batch.length === max) return batch
      }
    }
  }
  return batch
}
