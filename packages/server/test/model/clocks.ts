import { nextDueAt, settle } from './credits/wallet.ts'
import type { Operation } from './operation.ts'
import { endTransaction } from './payments/autoTopUps.ts'
import { periodAt } from './periods.ts'
import { type Clock, type Customer, copyCustomer } from './state.ts'
import { nextStep } from './subscriptions/renewals.ts'

interface Due {
  readonly id: string
  readonly at: Date
}

const allDue = ({ subscriptions, billing }: Customer): Due[] =>
  [
    ...subscriptions.map(({ id, ...rest }) => ({ id, at: nextStep({ id, ...rest })?.at ?? null })),
    ...billing.invoices.map(({ id, nextAttemptAt: at }) => ({ id, at })),
  ].flatMap(({ id, at }) => (at === null ? [] : [{ id, at }]))

/** Instants at which a subscription or an invoice is due. */
const billingDue = (customer: Customer): Date[] => allDue(customer).map(({ at }) => at)

/**
 * Due instants, plus the end of the paid period of each paused subscription. Resuming works
 * differently after that end.
 */
export const instantsAhead = (customer: Customer): Date[] => [
  ...billingDue(customer),
  ...customer.subscriptions.flatMap(({ contract }) =>
    contract?.status === 'paused' && contract.parentId === null && contract.periodEnd
      ? [contract.periodEnd]
      : [],
  ),
]

/** Operations that a clock performs itself. It finishes them before it moves on. */
const CLOCK_OPERATIONS: ReadonlySet<Operation['kind']> = new Set([
  'advance',
  'begin',
  'expire',
  'collect',
  'billPending',
])

/**
 * Excuses work that an operation creates at the current instant of a clock. The clock may have
 * looked for work before. In this case it does the work at its next stop.
 */
export function excuseMissedWork(before: Customer, after: Customer, { kind }: Operation): Customer {
  const { clock } = after
  if (!clock || CLOCK_OPERATIONS.has(kind)) return after
  const earlier = new Set(allDueWithPending(before).map(nameOf))
  const created = allDueWithPending(after)
    .map(nameOf)
    .filter((name) => !earlier.has(name))
  if (created.length === 0) return after
  return { ...after, clock: { ...clock, excused: [...(clock.excused ?? []), ...created] } }
}

const nameOf = ({ id, at }: Due): string => `${id} ${at.toISOString()}`

/**
 * The instant at which pending lines get a separate invoice. There is none while they add up
 * to a credit.
 */
function pendingDue({ billing, timezone }: Customer): Due[] {
  const waiting = billing.pending.filter(({ invoiceId }) => invoiceId === null)
  const pendingTotal = waiting.reduce((total, { amount }) => total + amount, 0)
  const [oldest] = waiting
  const end = oldest && periodAt('month', oldest.createdAt, timezone).end
  return end && pendingTotal > 0 ? [{ id: 'pending', at: end }] : []
}

const allDueWithPending = (customer: Customer): Due[] => [
  ...allDue(customer),
  ...pendingDue(customer),
]

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Instants at which a clock may stop without any effect: the expiry of an empty grant, or the
 * deadline of an abandoned change.
 */
const idleStops = ({ wallets, subscriptions }: Customer): number[] => [
  ...[...wallets.values()].flatMap(({ grants }) =>
    grants.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []),
  ),
  ...subscriptions.flatMap(({ contract }) =>
    contract?.waiting ? [contract.waiting.at.getTime() + DAY_MS] : [],
  ),
]

/**
 * Moves an advancing clock to the next due instant or to its target, whichever comes first. The
 * clock does not move while work is due at its current instant, or after it has reached its target.
 * It may also stop for other customers on the same clock. Returns one customer for each possible
 * stop.
 */
export function passTime(customer: Customer, stopsOfOthers: readonly Date[] = []): Customer[] {
  const { clock, wallets } = customer
  if (!clock || clock.target === null) return []
  const now = clock.now.getTime()
  const target = clock.target.getTime()
  const all = allDueWithPending(customer)
  const isExcused = (due: Due): boolean => clock.excused?.includes(nameOf(due)) === true
  const due = all.filter((each) => !isExcused(each)).map(({ at }) => at.getTime())
  if (due.some((at) => at <= now)) return []
  const expiries = [...wallets.values()].flatMap((wallet) => nextDueAt(wallet)?.getTime() ?? [])
  const next = Math.min(...[...due, ...expiries].filter((at) => at > now))
  const isArriving = next > target
  const others = [...all.filter(isExcused).map(({ at }) => at), ...stopsOfOthers]
  const idle = [...idleStops(customer), ...others.map((at) => at.getTime())].filter(
    (at) => at > now && at < next && at <= target,
  )
  return [
    stopAt(customer, clock, new Date(isArriving ? target : next), isArriving),
    ...[...new Set(idle)].map((at) => stopAt(customer, clock, new Date(at), false)),
  ]
}

function stopAt(before: Customer, clock: Clock, now: Date, hasArrived: boolean): Customer {
  const customer = copyCustomer(before)
  customer.clock = { ...clock, now, excused: [], ...(hasArrived && { target: null }) }
  for (const wallet of customer.wallets.values()) settle(wallet, now)
  endTransaction(customer, now)
  return customer
}
