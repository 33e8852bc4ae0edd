import { nextDueAt, settle } from './credits/wallet.ts'
import type { Operation } from './operation.ts'
import { store } from './payments/autoTopUps.ts'
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

/** Instants at which something is due for what a customer is billed for. */
const billingDue = (customer: Customer): Date[] => allDue(customer).map(({ at }) => at)

/** Besides, the ends of what was paid for before a pause, after which it is another matter to resume. */
export const instantsAhead = (customer: Customer): Date[] => [
  ...billingDue(customer),
  ...customer.subscriptions.flatMap(({ contract }) =>
    contract?.status === 'paused' && contract.parentId === null && contract.periodEnd
      ? [contract.periodEnd]
      : [],
  ),
]

/** What a clock does, and what it leads to, is done before it goes on. */
const OF_CLOCK: ReadonlySet<Operation['kind']> = new Set([
  'advance',
  'begin',
  'expire',
  'collect',
  'billPending',
])

/**
 * What others bring about while a clock stands somewhere may be too late for it: it has looked
 * already, and does it at the instant at which it stops next.
 */
export function excuse(before: Customer, after: Customer, { kind }: Operation): Customer {
  const { clock } = after
  if (!clock || OF_CLOCK.has(kind)) return after
  const known = new Set(everyDue(before).map(nameOf))
  const fresh = everyDue(after)
    .map(nameOf)
    .filter((name) => !known.has(name))
  if (fresh.length === 0) return after
  return { ...after, clock: { ...clock, excused: [...(clock.excused ?? []), ...fresh] } }
}

const nameOf = ({ id, at }: Due): string => `${id} ${at.toISOString()}`

/** When what waits for an invoice is billed by itself; not while it only gives back. */
function pendingDue({ billing, timezone }: Customer): Due[] {
  const waiting = billing.pending.filter(({ invoiceId }) => invoiceId === null)
  const owed = waiting.reduce((total, { amount }) => total + amount, 0)
  const [oldest] = waiting
  const end = oldest && periodAt('month', oldest.createdAt, timezone).end
  return end && owed > 0 ? [{ id: 'pending', at: end }] : []
}

const everyDue = (customer: Customer): Due[] => [...allDue(customer), ...pendingDue(customer)]

const DAY_MS = 24 * 60 * 60 * 1000

/** Where a clock may stop although nothing comes of it: at what is spent already, or given up. */
const idleStops = ({ wallets, subscriptions }: Customer): number[] => [
  ...[...wallets.values()].flatMap(({ grants }) =>
    grants.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []),
  ),
  ...subscriptions.flatMap(({ contract }) =>
    contract?.waiting ? [contract.waiting.at.getTime() + DAY_MS] : [],
  ),
]

/**
 * A clock that is on its way goes on to the next instant at which something is due, or to where it
 * was sent; nowhere while something is still to be done where it stands, and once it has arrived. It
 * may stop for others who live by it.
 */
export function passTime(customer: Customer, ofOthers: readonly Date[] = []): Customer[] {
  const { clock, wallets } = customer
  if (!clock || clock.target === null) return []
  const now = clock.now.getTime()
  const target = clock.target.getTime()
  const all = everyDue(customer)
  const isExcused = (due: Due): boolean => clock.excused?.includes(nameOf(due)) === true
  const due = all.filter((each) => !isExcused(each)).map(({ at }) => at.getTime())
  if (due.some((at) => at <= now)) return []
  const expiries = [...wallets.values()].flatMap((wallet) => nextDueAt(wallet)?.getTime() ?? [])
  const next = Math.min(...[...due, ...expiries].filter((at) => at > now))
  const isArriving = next > target
  const others = [...all.filter(isExcused).map(({ at }) => at), ...ofOthers]
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
  store(customer, now)
  return customer
}
