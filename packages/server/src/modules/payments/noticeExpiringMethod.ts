import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { lockCustomers } from '../customers/index.ts'
import { hasExpired, runsOutSoon } from './core/cardExpiry.ts'
import { findPaymentMethod, renderPaymentMethod } from './read/paymentMethods.ts'
import { type ExpiringMethod, noteExpiringTold } from './store/expiringMethods.ts'
import { updatePaymentMethod } from './store/paymentMethods.ts'

/** Tells the merchant of a card that runs out, once, and ends one that has run out. */
export async function noticeExpiringMethod(
  tx: Tx,
  wallTime: Date,
  expiring: ExpiringMethod,
): Promise<void> {
  const { environmentId, customerId, organizationId } = expiring
  const [customer] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
  const method = await findPaymentMethod(tx, environmentId, expiring.id)
  if (!customer || method?.status !== 'active') return
  const now = customer.frozenTime ?? wallTime
  if (!runsOutSoon(method, now)) return
  const isPast = hasExpired(method, now)
  const noticed = isPast ? { ...method, status: 'expired' as const, updatedAt: now } : method
  if (isPast) await updatePaymentMethod(tx, environmentId, noticed)
  if (!(await noteExpiringTold(tx, expiring, now))) return
  await tellMerchant(
    tx,
    { ...expiring, now },
    {
      type: 'payment_method.expiring',
      customerId,
      data: renderPaymentMethod(noticed, organizationId),
    },
  )
}
