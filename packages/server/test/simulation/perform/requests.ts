import { type Amount, multiply, parseAmount } from '../../../src/kernel/amount.ts'
import type { Catalog, Plan, Terms } from '../../model/catalog.ts'
import { heldIn } from '../../model/credits/wallet.ts'
import { givingAccess } from '../../model/entitlements/rights.ts'
import type { Operation } from '../../model/operation.ts'
import { billingPeriodAt } from '../../model/periods.ts'
import type { Customer } from '../../model/state.ts'
import {
  type BillingIntent,
  type EventIntent,
  type Intent,
  isBilling,
  isPayment,
  isWorker,
  JUST_CREATED,
  type OverrideBody,
  type PaymentIntent,
  type WorkerIntent,
} from '../script/script.ts'
import { billingRequest } from './billingRequests.ts'
import { paymentRequest } from './paymentRequests.ts'
import { findBySlug, type Part, partOf, type Request, type Setting } from './request.ts'

const UNKNOWN_CUSTOMER = 'nobody'

/** The object that the client's previous call created. */
export interface CreatedObject {
  readonly id: string
  readonly held: Amount
}

/**
 * Turns an intent into a request for the current state. Returns null if there is no suitable
 * object.
 */
export function toRequest(
  intent: Intent,
  setting: Setting,
  created: CreatedObject | null,
): Request | null {
  if (intent.kind === 'track') return trackRequest(intent.events, intent, setting)
  if (isWorker(intent)) return { intent, parts: [], events: [] }
  if (isPayment(intent)) return paymentRequest(intent, setting)
  if (isBilling(intent)) return billingRequest(intent, setting, created)
  if (intent.kind === 'sweep') {
    const parts = setting.customers.map((customer) => partOf(customer, { kind: 'sweep' }))
    return { intent, parts, events: [] }
  }
  if (intent.customer === null) {
    const { kind, featureSlug } = intent as Extract<Intent, { kind: 'check' | 'checkCustomer' }>
    const part = { customerId: UNKNOWN_CUSTOMER, customer: null, operation: { kind, featureSlug } }
    return { intent, parts: [part], events: [] }
  }
  const customer = setting.customers[intent.customer]
  const operation = customer && toOperation(intent, customer, setting, created)
  return operation ? { intent, parts: [partOf(customer, operation)], events: [] } : null
}

// --- track ---

function trackRequest(
  intents: readonly EventIntent[],
  intent: Intent,
  { customers, timeOf }: Setting,
): Request {
  const parts: Part[] = []
  const events: Record<string, unknown>[] = []
  for (const each of intents) {
    const customer = each.customer === null ? null : (customers[each.customer] ?? null)
    const customerId = customer?.id ?? UNKNOWN_CUSTOMER
    const { eventName, quantity, properties, key } = each
    const timestamp =
      each.shift === undefined
        ? each.timestamp
        : new Date(timeOf(customer).getTime() + each.shift).toISOString()
    const payload = { eventName, quantity: quantity ?? 1, properties: properties ?? {}, timestamp }
    events.push({
      customerId,
      eventName,
      ...(quantity !== undefined && { quantity }),
      ...(properties && { properties }),
      ...(timestamp && { timestamp }),
      ...(key && { idempotencyKey: key }),
    })
    parts.push({
      customerId,
      customer,
      operation: {
        kind: 'track',
        event: {
          eventName,
          quantity: parseAmount(payload.quantity),
          properties: withoutAbsent(payload.properties),
          timestamp: timestamp ? new Date(timestamp) : null,
          idempotencyKey: key ?? null,
          payload: JSON.stringify(payload),
        },
      },
    })
  }
  return { intent, parts, events }
}

const withoutAbsent = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))

// --- other requests ---

type CustomerIntent = Exclude<
  Intent,
  { kind: 'track' } | { kind: 'sweep' } | PaymentIntent | BillingIntent | WorkerIntent
>

function toOperation(
  intent: CustomerIntent,
  customer: Customer,
  { catalog, timeOf }: Setting,
  created: CreatedObject | null,
): Operation | null {
  const now = timeOf(customer)
  const wallets = [...customer.wallets.values()]
  const currencyId = (slug: string): string => findBySlug(catalog.creditCurrencies, slug).id
  const choose = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  const reservation = (pick: number): CreatedObject | undefined => {
    if (pick === JUST_CREATED) return created ?? undefined
    const all = wallets.flatMap(({ reservations }) => reservations)
    const held = all.filter(({ status }) => status === 'held')
    const found = choose(held.length > 0 && pick % 8 > 0 ? held : all, pick)
    return found && { id: found.id, held: heldIn(found) }
  }
  switch (intent.kind) {
    case 'check':
    case 'checkCustomer':
    case 'checkBatch':
    case 'listEntitlements':
    case 'readWallets':
      return intent as Operation
    case 'readLedger':
    case 'readStats':
      return { kind: intent.kind, creditCurrencyId: currencyId(intent.currency) }
    case 'readMeter':
      return { kind: 'readMeter', metricId: findBySlug(catalog.metrics, intent.metric).id }
    case 'readReservation': {
      const found = reservation(intent.pick)
      return found ? { kind: 'readReservation', reservationId: found.id } : null
    }
    case 'grant': {
      const { currency, amount, expiresIn, reason, priority } = intent
      return {
        kind: 'grant',
        creditCurrencyId: currencyId(currency),
        amount: parseAmount(amount),
        reason,
        ...(priority !== undefined && { priority }),
        ...(expiresIn !== undefined && { expiresAt: new Date(now.getTime() + expiresIn) }),
      }
    }
    case 'adjust':
      return {
        kind: 'adjust',
        creditCurrencyId: currencyId(intent.currency),
        amount: parseAmount(intent.amount),
      }
    case 'void': {
      const all = wallets.flatMap(({ grants }) => grants)
      const grant = intent.pick === JUST_CREATED ? created : choose(all, intent.pick)
      return grant ? { kind: 'void', grantId: grant.id } : null
    }
    case 'reserveAmount': {
      const { currency, amount, expiresInSeconds } = intent
      const of = { creditCurrencyId: currencyId(currency), amount: parseAmount(amount) }
      return { kind: 'reserve', of, expiresInSeconds }
    }
    case 'reserveFeature': {
      const { featureSlug, quantity, properties, expiresInSeconds } = intent
      const of = { featureSlug, quantity: parseAmount(quantity), properties }
      return { kind: 'reserve', of, expiresInSeconds }
    }
    case 'extend': {
      const found = reservation(intent.pick)
      const { expiresInSeconds } = intent
      return found ? { kind: 'extend', reservationId: found.id, expiresInSeconds } : null
    }
    case 'capture': {
      const found = reservation(intent.pick)
      if (!found) return null
      const amount = percentOf(found.held, intent.share)
      return { kind: 'capture', reservationId: found.id, amount, final: intent.final }
    }
    case 'release': {
      const found = reservation(intent.pick)
      return found ? { kind: 'release', reservationId: found.id } : null
    }
    case 'reverse': {
      const event = intent.pick === JUST_CREATED ? created : choose(customer.events, intent.pick)
      return event ? { kind: 'reverse', eventId: event.id } : null
    }
    case 'grantPlanCredits':
    case 'rollOver':
      return planGrant(intent.kind, intent.pick, intent.rule, customer, catalog, now)
    case 'attach': {
      const billingAnchor = new Date(now.getTime() + intent.anchorShift)
      return { kind: 'attach', planId: findBySlug(catalog.plans, intent.plan).id, billingAnchor }
    }
    case 'detach':
      return { kind: 'detach', planId: findBySlug(catalog.plans, intent.plan).id }
    case 'putOverride':
      return {
        kind: 'putOverride',
        featureSlug: intent.featureSlug,
        terms: termsOf(catalog, intent.featureSlug, intent.body),
      }
    case 'deleteOverride':
      return { kind: 'deleteOverride', featureSlug: intent.featureSlug }
    case 'setStatus': {
      const creditCurrencyId = currencyId(intent.currency)
      if (!customer.wallets.has(creditCurrencyId)) return null
      return { kind: 'setStatus', creditCurrencyId, status: intent.status }
    }
    case 'markInvoiced': {
      const subscription = choose(givingAccess(customer), intent.pick)
      return subscription
        ? { kind: 'markInvoiced', subscriptionId: subscription.id, through: now }
        : null
    }
  }
}

const percentOf = (amount: Amount, percent: number): Amount =>
  multiply(amount, parseAmount(percent / 100))

/** A plan grant for the current period of the subscription. Its key is the start of the period. */
function planGrant(
  kind: 'grantPlanCredits' | 'rollOver',
  pick: number,
  rule: number,
  customer: Customer,
  catalog: Catalog,
  now: Date,
): Operation | null {
  const subscriptions = givingAccess(customer)
  const subscription = subscriptions[pick % subscriptions.length]
  const plan = catalog.plans.find(({ id }) => id === subscription?.planId)
  if (!subscription || !plan || plan.grantRules.length === 0) return null
  const rulePosition = rule % plan.grantRules.length
  const cycle = cycleOf(plan, rulePosition)
  const period = billingPeriodAt(cycle, subscription.billingAnchor, now, customer.timezone)
  const request = {
    subscriptionId: subscription.id,
    rulePosition,
    periodKey: period.start.toISOString(),
    periodEnd: period.end,
  }
  if (kind === 'rollOver') return { kind, ...request, endedAt: period.start }
  return { kind, ...request, reason: cycle === plan ? 'PLAN_GRANT' : 'DRIP' }
}

const cycleOf = (plan: Plan, rulePosition: number): Pick<Plan, 'interval' | 'intervalCount'> => {
  const cadence = plan.grantRules[rulePosition]?.cadence ?? 'once'
  if (cadence === 'once') return { interval: 'none', intervalCount: 1 }
  return cadence === 'billing_period' ? plan : { interval: cadence, intervalCount: 1 }
}

/** The terms of an override with defaults filled in. Null denies the feature. */
function termsOf(catalog: Catalog, featureSlug: string, body: OverrideBody): Terms | null {
  if (body.access === false) return null
  const { type } = findBySlug(catalog.features, featureSlug)
  const defaults: Record<Terms['type'], object> = {
    boolean: {},
    metered: { value: null, period: null, limit: null },
    credit: { creditCost: null, onExhausted: 'block' },
    config: {},
    enum: {},
  }
  return { featureSlug, type, ...defaults[type], ...body } as Terms
}
