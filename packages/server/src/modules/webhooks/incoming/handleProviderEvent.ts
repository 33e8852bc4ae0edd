import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { completeSession, completeSetup } from '../../checkout/index.ts'
import { type Billing, settleInvoicePayment } from '../../invoicing/index.ts'
import { readScope } from '../../organizations/read.ts'
import { hasEnded } from '../../payments/core.ts'
import {
  askAboutPayment,
  type ProviderEvent,
  recordDispute,
  refreshPaymentMethod,
  sendRefund,
} from '../../payments/index.ts'
import {
  findPaymentAtProvider,
  findRefundAtProvider,
  hasPaymentWithoutProviderId,
  type PaymentRecord,
} from '../../payments/read.ts'
import { settleTopUp } from '../../topups/index.ts'
import {
  findOpenEvent,
  findOpenEvents,
  markHandled,
  type OpenEvent,
  type ProviderEventKey,
} from './providerEvents.sql.ts'

type EventOf<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>

/** Returns true when the event is handled. Otherwise it stays open and is tried again later. */
type Handler<Kind extends ProviderEvent['kind']> = (event: EventOf<Kind>) => Promise<boolean>

/**
 * Handles a provider event by asking the provider for the current state. The event only says what
 * to ask about, so its order, age and repetition do not matter.
 */
export async function handleProviderEvent(
  billing: Billing,
  clock: Clock,
  key: ProviderEventKey,
): Promise<void> {
  const { db } = billing
  const open = await findOpenEvent(db, key)
  if (!open) return
  // `receiveProviderWebhook` stored a ProviderEvent.
  const event = open.event as ProviderEvent
  const scope = await readScope(db, key.environmentId, clock.now())
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
  /**
   * Settles a payment with its current state at the provider. Returns null when the provider does
   * not answer.
   */
  const settle = async (
    payment: PaymentRecord,
    providerPaymentId: string,
  ): Promise<PaymentRecord | null> => {
    // A succeeded payment no longer changes.
    if (payment.status === 'succeeded') return payment
    const identified = { ...payment, providerPaymentId }
    const outcome = await askAboutPayment(db, providers, scope, identified)
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
        // The payment is not ours, unless we do not know its provider id yet.
        return withTransaction(
          db,
          async (tx) =>
            !(await hasPaymentWithoutProviderId(tx, environmentId, provider, receivedAt)),
          'read',
        )
      }
      // Settle the purchase first: a dispute freezes the wallet that it filled.
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
