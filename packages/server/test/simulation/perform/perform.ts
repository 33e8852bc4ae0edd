import { randomUUID } from 'node:crypto'
import { formatAmount } from '../../../src/kernel/amount.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import type { Tx } from '../../../src/platform/db/database.ts'
import { planOf } from '../../model/catalog.ts'
import type { Answer, Operation } from '../../model/operation.ts'
import type { Identities } from '../observe/identities.ts'
import { isBilling, isPayment, isWorker } from '../script/script.ts'
import type { ProviderDisorder } from '../system/providerDisorder.ts'
import type { CallOptions, System, Tenant } from '../system/system.ts'
import { performBilling } from './performBilling.ts'
import { performPayment } from './performPayment.ts'
import type { Part, Request } from './request.ts'

/** The server that a request is sent to, and the real ids behind model ids. */
export interface Destination {
  readonly system: System
  readonly tenant: Tenant
  readonly server: number
  readonly identitiesOf: (customerId: string) => Identities
  readonly disorder: ProviderDisorder
}

/**
 * Sends a request to the real application. Returns one response for each part, or null for a part
 * that had no effect.
 */
export async function perform(
  request: Request,
  destination: Destination,
): Promise<(Answer | null)[]> {
  const { system, tenant, server } = destination
  const [part] = request.parts
  if (isWorker(request.intent) || isPayment(request.intent)) {
    return performPayment(request, destination)
  }
  if (isBilling(request.intent)) return performBilling(request, destination)
  if (request.intent.kind === 'track') {
    const key = request.intent.alone && { 'idempotency-key': randomUUID() }
    const call = { body: { events: request.events }, ...(key && { headers: key }) }
    const answer = await system.call(server, tenant.key, 'trackUsage', call)
    return request.parts.map((_, index) => trackedAnswer(answer, index))
  }
  if (request.intent.kind === 'sweep') {
    const { db } = system.server(server)
    await system.product.sweeper.settleDueWallets(db, { now: () => system.now })
    return request.parts.map(() => ({ status: 200, body: undefined }))
  }
  if (!part) return []
  const call = httpCall(part, destination)
  if (!call) return [await runUseCase(part, destination)]
  const { name, ...options } = call
  const answer = await system.call(server, tenant.key, name, options)
  return [comparableAnswer(part.operation, answer)]
}

interface TrackBody {
  results: { index: number }[]
  rejections?: { index: number; reason: never }[]
}

function trackedAnswer(answer: Answer, at: number): Answer {
  if (answer.status !== 200) return answer
  const { results, rejections = [] } = answer.body as TrackBody
  const rejection = rejections.find(({ index }) => index === at)
  if (rejection) return { status: 200, rejected: rejection.reason }
  return { status: 200, body: results.find(({ index }) => index === at) }
}

/**
 * Removes the parts of a response that are not compared: the envelope of lists, the order of
 * wallets, and the timestamps of overrides, which use the merchant's time instead of the
 * customer's.
 */
function comparableAnswer({ kind }: Operation, answer: Answer): Answer {
  if (answer.status !== 200) return answer
  if (kind === 'putOverride') {
    return { status: 200, body: { ...(answer.body as object), createdAt: undefined } }
  }
  if (kind !== 'readWallets' && kind !== 'readLedger') return answer
  const { data } = answer.body as { data: { creditCurrencyId: string }[] }
  if (kind === 'readLedger') return { status: 200, body: data }
  const wallets = data.map((wallet) => [wallet.creditCurrencyId, wallet])
  return { status: 200, body: Object.fromEntries(wallets) }
}

/** The endpoint for an operation, or null if there is none. */
function httpCall(
  { customerId, operation }: Part,
  { identitiesOf }: Destination,
): (CallOptions & { name: string }) | null {
  const real = (id: string): string => identitiesOf(customerId).toReal(id)
  const number = (amount: Parameters<typeof formatAmount>[0]): number =>
    Number(formatAmount(amount))
  switch (operation.kind) {
    case 'check': {
      const { featureSlug, requestedUsage } = operation
      return { name: 'check', body: { customerId, featureSlug, requestedUsage } }
    }
    case 'checkCustomer': {
      const { featureSlug, requestedUsage, requestedValues } = operation
      const body = { featureSlug, requestedUsage, requestedValues }
      return { name: 'checkCustomer', params: { customerId }, body }
    }
    case 'checkBatch': {
      const body = { featureSlugs: operation.featureSlugs }
      return { name: 'checkCustomerBatch', params: { customerId }, body }
    }
    case 'listEntitlements':
      return { name: 'listCustomerEntitlements', params: { customerId } }
    case 'readWallets':
      return { name: 'listCreditAccounts', params: { customerId } }
    case 'readLedger': {
      const { creditCurrencyId } = operation
      return { name: 'listLedgerEntries', query: { customerId, creditCurrencyId, limit: '100' } }
    }
    case 'readStats': {
      const { creditCurrencyId } = operation
      return { name: 'getCreditStats', query: { customerId, creditCurrencyId } }
    }
    case 'readMeter':
      return { name: 'getUsageMeter', query: { customerId, metricId: operation.metricId } }
    case 'readReservation':
      return { name: 'getReservation', params: { id: real(operation.reservationId) } }
    case 'grant': {
      const { kind: _, amount, expiresAt, ...rest } = operation
      const body = { customerId, ...rest, amount: number(amount), expiresAt }
      return { name: 'createGrant', body }
    }
    case 'void':
      return { name: 'voidGrant', params: { id: real(operation.grantId) } }
    case 'adjust': {
      const { creditCurrencyId, amount } = operation
      const body = { customerId, creditCurrencyId, amount: number(amount) }
      return { name: 'createAdjustment', body }
    }
    case 'reserve': {
      const { of, expiresInSeconds } = operation
      const subject =
        'amount' in of
          ? { ...of, amount: number(of.amount) }
          : { ...of, quantity: number(of.quantity) }
      return { name: 'createReservation', body: { customerId, ...subject, expiresInSeconds } }
    }
    case 'extend': {
      const { reservationId, expiresInSeconds } = operation
      const params = { id: real(reservationId) }
      return { name: 'extendReservation', params, body: { expiresInSeconds } }
    }
    case 'capture': {
      const { reservationId, amount, final } = operation
      const params = { id: real(reservationId) }
      return { name: 'captureReservation', params, body: { amount: number(amount), final } }
    }
    case 'release':
      return { name: 'releaseReservation', params: { id: real(operation.reservationId) } }
    case 'reverse':
      return { name: 'reverseUsageEvent', params: { id: real(operation.eventId) } }
    case 'putOverride': {
      const { featureSlug, terms } = operation
      const params = { customerId, featureSlug }
      return { name: 'putEntitlementOverride', params, body: overrideBody(terms) }
    }
    case 'deleteOverride': {
      const params = { customerId, featureSlug: operation.featureSlug }
      return { name: 'deleteEntitlementOverride', params }
    }
    default:
      return null
  }
}

/** Null fields of terms were absent in the request. */
function overrideBody(terms: object | null): object {
  if (!terms) return { access: false }
  const presentFields = Object.entries(terms).filter(
    ([name, value]) => value !== null && name !== 'featureSlug' && name !== 'type',
  )
  return Object.fromEntries(presentFields)
}

/** Runs operations that have no endpoint by calling their use cases. */
async function runUseCase(part: Part, destination: Destination): Promise<Answer> {
  const { system, tenant, server } = destination
  const { withTransaction } = system.product.transaction
  const scope: Scope = { ...tenant.scope, now: system.now }
  try {
    const { db } = system.server(server)
    const body = await withTransaction(db, (tx) => useCase(tx, scope, part, destination))
    return { status: 200, body }
  } catch (error) {
    const { PurserError } = system.product.errors
    if (error instanceof PurserError) return { status: error.status, code: error.code }
    throw error
  }
}

async function useCase(
  tx: Tx,
  scope: Scope,
  { customerId, customer, operation }: Part,
  { system, tenant: { catalog }, identitiesOf }: Destination,
): Promise<unknown> {
  const { credits, customers, grants, subscriptions } = system.product
  const real = (id: string): string => identitiesOf(customerId).toReal(id)
  switch (operation.kind) {
    case 'attach': {
      const { planId, billingAnchor: startsAt } = operation
      const { id } = await subscriptions.attachPlan(tx, scope, { customerId, planId, startsAt })
      return { id }
    }
    case 'detach':
      await subscriptions.detachPlan(tx, scope, { customerId, planId: operation.planId })
      return undefined
    case 'grantPlanCredits':
    case 'rollOver': {
      const subscription = customer?.subscriptions.find(({ id }) => id === operation.subscriptionId)
      const plan = planOf(catalog, subscription ?? { planId: '' })
      const rule = plan.grantRules[operation.rulePosition]
      if (!rule) throw new Error('no such rule')
      const { now: at } = await customers.lockCustomer(tx, scope, customerId)
      const request = {
        ...operation,
        at,
        customerId,
        subscriptionId: real(operation.subscriptionId),
        planId: plan.id,
        planVersion: plan.version,
        rule,
      }
      const id = await ('endedAt' in request
        ? credits.rollOverCredits(tx, scope, request)
        : credits.grantPlanCredits(tx, scope, request))
      return id === null ? null : grants.getGrant(tx, scope, id)
    }
    case 'setStatus': {
      const wallet = customer?.wallets.get(operation.creditCurrencyId)
      const change = operation.status === 'frozen' ? credits.freezeWallet : credits.unfreezeWallet
      await change(tx, scope, real(wallet?.id ?? ''))
      return undefined
    }
    case 'markInvoiced':
      await customers.lockCustomer(tx, scope, customerId)
      await customers.bumpRightsVersion(tx, scope, customerId)
      await tx
        .updateTable('subscriptions')
        .set({ invoiced_through: operation.through })
        .where('id', '=', real(operation.subscriptionId))
        .execute()
      return undefined
    default:
      throw new Error(`no endpoint or use case for ${(operation as Operation).kind}`)
  }
}
