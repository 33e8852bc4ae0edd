import { PurserError } from '../../../kernel/errors.ts'

/** Describes how a run relates to other runs. */
export interface Turn {
  /** Runs of one lane follow one another. Runs of different lanes share no bucket. */
  lane: number
  /** Lets the next run of the lane start before this one has ended. */
  makeWay: () => void
  /** Resolves when the previous run of the lane has been answered. */
  before: Promise<unknown>
}

export interface BatcherOptions<Item, Answer> {
  /** Answers each item, in order. If it throws, all items fail. */
  run: (items: Item[], turn: Turn) => Promise<Answer[]>
  /** Items of one customer run in order of arrival, and customers take turns. */
  customerOf: (item: Item) => string
  bucketOf: (item: Item) => number
  maxBatch: number
  lanes: number
  /** The number of runs of a lane that may overlap. More than one makes sense only if runs make way. */
  runsPerLane: number
  /**
   * A run with less work than this takes all idle buckets. A run with more leaves some for the
   * next.
   */
  enough: number
  maxQueued: number
  maxQueuedPerCustomer: number
}

export interface Batcher<Item, Answer> {
  /** Adds items to the next run, never to one that has started. Accepts all items or none. */
  submit(items: readonly Item[]): Promise<Answer[]>
  /** The number of items that wait for a run. */
  readonly queued: number
}

/**
 * The number of bucket groups. A run takes whole groups, so that its transaction touches no bucket
 * of another run.
 */
const GROUPS = 8

/**
 * The smallest share of a lane's work worth a separate run: a run with few items costs nearly as
 * much as one with this many.
 */
const MIN_SHARE = 16

interface PendingRequest<Answer> {
  answers: Answer[]
  unanswered: number
  resolve: (answers: Answer[]) => void
  reject: (error: unknown) => void
}

interface QueuedItem<Item, Answer> {
  item: Item
  position: number
  request: PendingRequest<Answer>
}

/**
 * The items that one customer has queued. They are taken from the front without moving the rest.
 */
interface CustomerQueue<Item, Answer> {
  items: QueuedItem<Item, Answer>[]
  next: number
}

interface Group<Item, Answer> {
  queues: Map<string, CustomerQueue<Item, Answer>>
  queued: number
  /** The lane whose current runs use this group, and how many there are. */
  lane: LaneState | null
  runs: number
}

interface LaneState {
  index: number
  runs: number
  /** The number of items in its current runs. */
  items: number
  /** True once its last run has made way for the next. */
  isOpen: boolean
  last: Promise<unknown>
}

/**
 * Collects the requests that arrive during a run into the next run. There is no timer, so a single
 * request does not wait, and under load one transaction carries many requests. Customers take turns
 * within a run, so that a busy customer does not delay the others.
 */
export function createBatcher<Item, Answer>(
  options: BatcherOptions<Item, Answer>,
): Batcher<Item, Answer> {
  const groups = Array.from(
    { length: GROUPS },
    (): Group<Item, Answer> => ({ queues: new Map(), queued: 0, lane: null, runs: 0 }),
  )
  const lanes = Array.from(
    { length: options.lanes },
    (_, index): LaneState => ({ index, runs: 0, items: 0, isOpen: true, last: Promise.resolve() }),
  )
  let queued = 0
  let woken = false
  /**
   * The group where the next run starts to look, so that no group waits forever behind busy ones.
   */
  let nextGroup = 0

  /** Starts runs after all requests that have already arrived are read. */
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

  const startRun = (lane: LaneState) => {
    const open = groups.filter((group) => group.lane === null || group.lane === lane)
    const { claimed, work } = claim(open)
    if (work === 0) return
    // Every run has a fixed cost: a small run is not worth starting during a larger one.
    if (lane.runs > 0 && work < lane.items) return
    // While there is little work, a run also claims buckets without work, so that items arriving
    // for them do not start a run in another lane.
    const runGroups = work < options.enough ? open : claimed
    for (const group of runGroups) {
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
    // Start the next run before delivering this one's answers, so that the database need not wait.
    const startNext = () => {
      for (const group of runGroups) {
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
        startNext()
        for (const [at, queuedItem] of batch.entries()) fulfil(queuedItem, answers[at] as Answer)
      },
      (error: unknown) => {
        startNext()
        for (const { request } of batch) request.reject(error)
      },
    )
  }

  /** Claims groups with work, in rotation, until there is enough work. */
  const claim = (open: readonly Group<Item, Answer>[]) => {
    const claimed: Group<Item, Answer>[] = []
    let work = 0
    for (let at = 0; at < GROUPS && work < options.enough; at += 1) {
      const groupIndex = (nextGroup + at) % GROUPS
      const group = groups[groupIndex]
      if (!group || group.queued === 0 || !open.includes(group)) continue
      claimed.push(group)
      work += group.queued
      if (work >= options.enough) nextGroup = groupIndex + 1
    }
    return { claimed, work }
  }

  const admit = (items: readonly Item[]) => {
    if (queued + items.length > options.maxQueued) throw queueFull()
    const perCustomer = new Map<string, number>()
    for (const item of items) {
      const customer = options.customerOf(item)
      const queue = groupOf(item).queues.get(customer)
      const before = perCustomer.get(customer) ?? (queue ? queue.items.length - queue.next : 0)
      if (before >= options.maxQueuedPerCustomer) throw queueFull()
      perCustomer.set(customer, before + 1)
    }
  }

  const groupOf = (item: Item) => groups[options.bucketOf(item) % GROUPS] as Group<Item, Answer>

  return {
    submit(items) {
      return new Promise<Answer[]>((resolve, reject) => {
        admit(items)
        const request: PendingRequest<Answer> = {
          answers: new Array(items.length),
          unanswered: items.length,
          resolve,
          reject,
        }
        items.forEach((item, position) => {
          const group = groupOf(item)
          const customer = options.customerOf(item)
          let queue = group.queues.get(customer)
          if (!queue) {
            queue = { items: [], next: 0 }
            group.queues.set(customer, queue)
          }
          queue.items.push({ item, position, request })
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

const queueFull = () =>
  new PurserError(
    'unavailable',
    'The queue is full. Nothing in this request was accepted: retry it after a moment.',
    {
      retryAfterSeconds: 1,
    },
  )

function fulfil<Item, Answer>(
  { request, position }: QueuedItem<Item, Answer>,
  answer: Answer,
): void {
  request.answers[position] = answer
  request.unanswered -= 1
  if (request.unanswered === 0) request.resolve(request.answers)
}

/**
 * Limits how much of its lane's work a run takes. A small run behind a large one, and a large one
 * behind that, would leave first the server and then the database idle. Equal shares keep
 * both busy.
 */
const evenShare = (items: number, shares: number): number =>
  shares === 1 ? items : Math.max(MIN_SHARE, Math.ceil(items / shares))

/** Takes up to `max` items: an equal share from every customer, then the rest in further rounds. */
function takeTurns<Item, Answer>(
  groups: readonly Group<Item, Answer>[],
  max: number,
): QueuedItem<Item, Answer>[] {
  const batch: QueuedItem<Item, Answer>[] = []
  while (batch.length < max) {
    const customers = groups.reduce((count, { queues }) => count + queues.size, 0)
    if (customers === 0) break
    const share = Math.max(1, Math.floor((max - batch.length) / customers))
    for (const group of groups) {
      for (const [customer, queue] of [...group.queues]) {
        const count = Math.min(share, max - batch.length, queue.items.length - queue.next)
        for (let at = 0; at < count; at += 1) {
          batch.push(queue.items[queue.next + at] as QueuedItem<Item, Answer>)
        }
        queue.next += count
        group.queued -= count
        // A customer with more items goes to the end of the rotation.
        group.queues.delete(customer)
        if (queue.next < queue.items.length) group.queues.set(customer, queue)
        if (batch.length === max) return batch
      }
    }
  }
  return batch
}
