import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { completeSession, completeSetup } from '../../checkout/index.ts'
import { type Billing, settleInvoicePayment } from '../../invoicing/index.ts'
import { scopeOf } from '../../organizations/read.ts'
import {
  askPayment,
  hasEnded,
  type ProviderEvent,
  recordDispute,
  refreshPaymentMethod,
  sendRefund,
} from '../../payments/index.ts'
import {
  findPaymentAtProvider,
  findRefundAtProvider,
  hasUnnamedPayment,
  type PaymentRecord,
} from '../../payments/read.ts'
import { settleTopUp } from '../../topups/index.ts'
import {
  type EventKey,
  findOpenEvent,
  findOpenEvents,
  markHandled,
  type OpenEvent,
} from './providerEvents.sql.ts'

type EventOf<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>

/** Whether it is done with; what the provider did not answer is asked again later. */
type Handler<Kind extends ProviderEvent['kind']> = (event: EventOf<Kind>) => Promise<boolean>

/**
 * Acts on what a provider told, by asking it how things stand now: an event says only what to ask
 * about, so it does not matter in which order events come, how late, or how often.
 */
export async function handleProviderEvent(
  billing: Billing,
  clock: Clock,
  key: EventKey,
): Promise<void> {
  const { db } = billing
  const open = await findOpenEvent(db, key)
  if (!open) return
  // The row holds what `receiveProviderWebhook` stored.
  const event = open.event as ProviderEvent
  const scope = await scopeOf(db, key.environmentId, clock.now())
  const handlers = handlersOf(billing, clock, scope, key.provider, open.receivedAt)
  const handle = handlers[event.kind] as (event: ProviderEvent) => Promise<boolean>
  if (await handle(event)) await markHandled(db, key, scope.now)
}

function handlersOf(
  billing: Billing,
  clock: Clock,
  scope: Scope,
  provider: string,
  receivedAt: Date,
): { [Kind in ProviderEvent['kind']]: Handler<Kind> } {
  const { db, providers } = billing
  const { environmentId } = scope
  const find = (ids: { providerPaymentId: string; attemptId: string | null }) =>
    withTransaction(db, (tx) => findPaymentAtProvider(tx, environmentId, provider, ids), 'read')
  /** How a payment of ours stands now; null when the provider does not say. */
  const settle = async (
    payment: PaymentRecord,
    providerPaymentId: string,
  ): Promise<PaymentRecord | null> => {
    // There is no more to learn of it.
    if (payment.status === 'succeeded') return payment
    const identified = { ...payment, providerPaymentId }
    const outcome = await askPayment(db, providers, scope, identified)
    const settled =
      payment.purpose === 'invoice'
        ? await settleInvoicePayment(billing, scope, identified, outcome)
        : await settleTopUp(db, providers, scope, identified, outcome)
    return outcome.kind === 'unknown' ? null : settled.payment
  }
  return {
    payment: async (event) => {
      const payment = await find(event)
      if (!payment) return true
      const settled = await settle(payment, event.providerPaymentId)
      await completeSession(db, scope, payment.id)
      return settled !== null
    },
    method: async ({ providerMethodId, setupId }) => {
      const place = { provider, providerMethodId }
      await refreshPaymentMethod(db, clock, providers, { environmentId, ...place })
      if (setupId !== null) await completeSetup(db, scope, { setupId, ...place })
      return true
    },
    refund: async (event) => {
      const refundId = await withTransaction(
        db,
        (tx) => findRefundAtProvider(tx, environmentId, event),
        'read',
      )
      if (refundId === null) return true
      const { refund } = await sendRefund(db, providers, scope, refundId)
      return refund.status !== 'pending'
    },
    dispute: async ({ providerDisputeId }) => {
      const connection = await providers.byId(environmentId, provider)
      const dispute = await connection.lookUpDispute(providerDisputeId)
      if (!dispute) return true
      const { providerPaymentId } = dispute
      const payment = await find({ providerPaymentId, attemptId: null })
      if (!payment) {
        // Not ours, unless it is one of which we do not know yet what the provider calls it.
        return withTransaction(
          db,
          async (tx) => !(await hasUnnamedPayment(tx, environmentId, provider, receivedAt)),
          'read',
        )
      }
      // First what was bought: there is no wallet to be frozen before it was filled.
      const settled = await settle(payment, providerPaymentId)
      if (!settled || !hasEnded(settled.status)) return false
      await withTransaction(db, (tx) => recordDispute(tx, scope, settled, dispute))
      return true
    },
    ignored: async () => true,
  }
}

/** Handles events whose job was lost or whose provider did not answer. */
export const sweepProviderEvents = (billing: Billing, clock: Clock): Promise<void> =>
  workThrough<OpenEvent>(
    'provider events',
    (last) => findOpenEvents(billing.db, last),
    (event) => handleProviderEvent(billing, clock, event),
  )
