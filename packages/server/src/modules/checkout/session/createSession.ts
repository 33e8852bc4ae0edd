import { isDeepStrictEqual } from 'node:util'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { DAY_MS } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockCustomer } from '../../customers/index.ts'
import type { Billing } from '../../invoicing/index.ts'
import type { LinkSettings } from '../../organizations/index.ts'
import { emitSessionEnded } from './endSession.ts'
import {
  type CheckoutBuyer,
  type CheckoutPurpose,
  type SessionRecord,
  type SessionRequest,
  statusOf,
} from './session.core.ts'
import { insertSession, listOpenSessions } from './sessions.sql.ts'
import { startPurchase } from './startPurchase.ts'

export interface Checkout extends Billing, LinkSettings {}

/**
 * Purposes with at most one open purchase at a time. An identical request returns the open session.
 */
const EXCLUSIVE: readonly CheckoutPurpose[] = ['subscription', 'addon_purchase', 'invoice_payment']

/**
 * Starts a purchase and creates its session in one transaction. Returns the session's id, with
 * which `resumeSession` opens the form.
 */
export async function createSession(
  tx: Tx,
  checkout: Checkout,
  scope: Scope,
  buyer: CheckoutBuyer,
  request: SessionRequest,
): Promise<string> {
  const { customerId } = buyer
  const { environmentId } = scope
  const { customer, now: at } = await lockCustomer(tx, scope, customerId)
  const fullRequest: SessionRequest = { ...request, customerId }
  const identical = await findIdenticalOpenSession(
    tx,
    environmentId,
    customer.bucket,
    fullRequest,
    at,
  )
  if (identical !== null) return identical
  const expiresAt = new Date(at.getTime() + DAY_MS)
  const started = await startPurchase(tx, checkout, scope, request, {
    ...buyer,
    forceForm: customer.collectionMethod === 'charge_automatically',
    expiresAt,
    encryptionKey: checkout.encryptionKey,
  })
  const id = newIdInBucket('checkoutSession', customer.bucket)
  const isDone = started.paymentId === null && started.setupId === null
  const { purpose, uiMode, successUrl = null, cancelUrl = null } = request
  const session: SessionRecord = {
    ...started,
    id,
    customerId,
    purpose,
    request: fullRequest,
    uiMode,
    status: isDone ? 'completed' : 'pending',
    successUrl,
    cancelUrl,
    expiresAt,
    completedAt: isDone ? at : null,
    createdAt: at,
  }
  await insertSession(tx, environmentId, session)
  if (isDone) await emitSessionEnded(tx, scope, id)
  return id
}

async function findIdenticalOpenSession(
  tx: Tx,
  environmentId: string,
  bucket: number,
  fullRequest: SessionRequest,
  at: Date,
): Promise<string | null> {
  const { purpose, customerId = '' } = fullRequest
  if (!EXCLUSIVE.includes(purpose)) return null
  const open = await listOpenSessions(tx, environmentId, bucket, { customerId, purpose })
  const identical = open.find(
    ({ session, progress }) =>
      session.expiresAt > at &&
      statusOf(session, progress) === 'pending' &&
      isDeepStrictEqual(session.request, fullRequest),
  )
  return identical?.session.id ?? null
}
