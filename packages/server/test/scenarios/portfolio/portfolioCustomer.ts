import type { Invoice, Payment, Subscription } from '@purser/contract'
import type { Call } from '../../harness/app/callApi.ts'
import type { TestApp } from '../../harness/app/testApp.ts'
import { Random } from '../../simulation/script/random.ts'
import { PLANS, type PortfolioPlan } from './portfolioCatalog.ts'

/** A customer whose behavior depends only on its seed. */
export interface PortfolioCustomer {
  readonly id: string
  /** An invoiced customer pays by bank transfer. */
  readonly isInvoiced: boolean
  /** The step at which the customer signs up. */
  readonly signsUpAt: number
  readonly random: Random
  subscriptionId: string | null
  hasGoodCard: boolean
  disputeId: string | null
}

/** The step at which the last customers sign up. */
export const LAST_SIGN_UP = 3

export function planCustomer(seed: number, index: number): PortfolioCustomer {
  const random = new Random(seed * 100_003 + index)
  return {
    id: `customer-${String(index).padStart(4, '0')}`,
    isInvoiced: random.percent(12),
    signsUpAt: random.below(LAST_SIGN_UP + 1),
    random,
    subscriptionId: null,
    hasGoodCard: true,
    disputeId: null,
  }
}

/**
 * The statuses that a customer's request may get. The request may fail because the state has
 * changed or the customer cannot pay.
 */
const EXPECTED_STATUSES = [200, 402, 409]

/** Makes a request and returns its body, or null if the current state does not allow it. */
async function request<T>(app: TestApp, operation: string, call: Call): Promise<T | null> {
  const { status, body } = await app.call(operation, call)
  if (!EXPECTED_STATUSES.includes(status)) {
    throw new Error(`${operation} ${JSON.stringify(call)}: ${status} ${JSON.stringify(body)}`)
  }
  return status === 200 ? (body as T) : null
}

const card = (app: TestApp, customerId: string, behaviour: string) =>
  app.ok('attachSandboxPaymentMethod', { body: { customerId, behaviour, isDefault: true } })

/** Creates a customer on the test clock and subscribes it. */
export async function signUp(
  app: TestApp,
  customer: PortfolioCustomer,
  testClockId: string,
): Promise<void> {
  const { id, random, isInvoiced } = customer
  await app.ok('putCustomer', {
    params: { customerId: id },
    body: {
      testClockId,
      timezone: random.pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo']),
      ...(isInvoiced && { kind: 'slg' }),
      ...(random.percent(40) && { country: random.pick(['DE', 'FR', 'US']) }),
    },
  })
  if (!isInvoiced) await card(app, id, 'success')
  await subscribe(app, customer)
  if (!isInvoiced && random.percent(20)) await refillByItself(app, id)
}

/** Buys tokens automatically whenever they run low, a few times a month. */
const refillByItself = (app: TestApp, customerId: string) =>
  app.ok('setAutoTopUp', {
    params: { customerId, creditCurrencyId: 'tokens' },
    body: { mode: 'package', creditPackageId: 'refill', threshold: 10, monthlyChargeLimit: 1_500 },
  })

async function subscribe(app: TestApp, customer: PortfolioCustomer): Promise<void> {
  const { id: customerId, random } = customer
  const planId = random.pick(PLANS)
  const outcome = await request<{ subscriptionId: string }>(app, 'createSubscription', {
    body: {
      customerId,
      planId,
      ...(planId === 'team' && { quantities: { seats: random.between(1, 9) } }),
      ...(random.percent(15) && { couponCode: random.pick(['TENTH', 'HELLO']) }),
    },
  })
  customer.subscriptionId = outcome?.subscriptionId ?? null
}

/** Acts for a customer between two steps of the clock: mostly nothing, or a little usage. */
export async function act(app: TestApp, customer: PortfolioCustomer, now: string): Promise<void> {
  const { random } = customer
  if (random.percent(35)) await use(app, customer, now)
  await seeToCard(app, customer)
  await seeToInvoices(app, customer)
  await seeToDispute(app, customer)
  if (customer.subscriptionId === null) {
    if (random.percent(15)) await subscribe(app, customer)
    return
  }
  await decide(app, customer, customer.subscriptionId)
}

async function use(app: TestApp, { id, random }: PortfolioCustomer, now: string): Promise<void> {
  const eventName = random.pick(['calls.made', 'drawings.made'])
  await app.ok('trackUsage', {
    body: {
      events: [{ customerId: id, eventName, quantity: random.between(1, 60), timestamp: now }],
    },
  })
}

async function seeToCard(app: TestApp, customer: PortfolioCustomer): Promise<void> {
  const { id, random, isInvoiced, hasGoodCard } = customer
  if (isInvoiced || !random.percent(hasGoodCard ? 3 : 25)) return
  await card(app, id, hasGoodCard ? 'fails_later' : 'success')
  customer.hasGoodCard = !hasGoodCard
}

async function seeToInvoices(app: TestApp, customer: PortfolioCustomer): Promise<void> {
  const { id: customerId, random, isInvoiced, hasGoodCard } = customer
  if (!random.percent(isInvoiced ? 40 : hasGoodCard ? 10 : 0)) return
  const query = { customerId, status: 'open' }
  const { data } = await app.ok<{ data: Invoice[] }>('listInvoices', { query })
  for (const { id, amountDue, amountPaid } of data) {
    const half = Math.ceil((amountDue - amountPaid) / 2)
    const isPart = random.percent(20) && half > 0
    const body = isPart ? { amount: half } : {}
    if (isInvoiced) await request(app, 'recordInvoicePayment', { params: { id }, body })
    else await request(app, 'payInvoice', { params: { id }, body: {} })
  }
}

async function seeToDispute(app: TestApp, customer: PortfolioCustomer): Promise<void> {
  const { id: customerId, random, disputeId } = customer
  if (disputeId !== null) {
    if (!random.percent(40)) return
    const body = { outcome: random.pick(['won', 'lost']) }
    await app.ok('closeSandboxDispute', { params: { id: disputeId }, body })
    customer.disputeId = null
  } else if (random.percent(2)) {
    const query = { customerId, status: 'succeeded' }
    const { data } = await app.ok<{ data: Payment[] }>('listPayments', { query })
    const payment = data.find(({ paymentProviderId }) => paymentProviderId === 'sandbox')
    if (!payment) return
    const body = { paymentId: payment.id }
    const dispute = await request<{ id: string }>(app, 'openSandboxDispute', { body })
    customer.disputeId = dispute?.id ?? null
  }
}

async function decide(app: TestApp, customer: PortfolioCustomer, id: string): Promise<void> {
  const { random } = customer
  const choice = random.weighted({
    nothing: 75,
    look: 15,
    change: 4,
    seats: 2,
    cancel: 2,
    pause: 2,
  })
  if (choice === 'nothing') return
  const params = { id }
  const subscription = await app.ok<Subscription>('getSubscription', { params })
  const { status, cancelAt } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') {
    customer.subscriptionId = null
  } else if (choice === 'look') {
    if (status === 'paused' || cancelAt !== null)
      await request(app, 'resumeSubscription', { params })
  } else if (choice === 'cancel') {
    const when = random.pick(['now', 'period_end', 'period_end'])
    await request(app, 'cancelSubscription', { params, body: { when } })
  } else if (choice === 'pause') await request(app, 'pauseSubscription', { params })
  else await change(app, customer, subscription, choice)
}

async function change(
  app: TestApp,
  { random }: PortfolioCustomer,
  { id, planId }: Subscription,
  what: 'change' | 'seats',
): Promise<void> {
  const { slug } = await app.ok<{ slug: PortfolioPlan }>('getPlan', { params: { id: planId } })
  const to = what === 'change' ? random.pick(PLANS) : slug
  if (to === slug && to !== 'team') return
  await request(app, 'changeSubscription', {
    params: { id },
    body: { planId: to, ...(to === 'team' && { quantities: { seats: random.between(1, 9) } }) },
  })
}
