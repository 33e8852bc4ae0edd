import { isDeepStrictEqual } from 'node:util'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { lockCustomer, writeDefaultPaymentMethod } from '../../customers/index.ts'
import type { ProviderMethod } from '../provider.ts'
import { hasExpired } from './cardExpiry.core.ts'
import {
  findDefaultMethod,
  findMethodAtProvider,
  insertPaymentMethod,
  type PaymentMethodRecord,
  renderPaymentMethod,
  updatePaymentMethod,
} from './methods.sql.ts'

interface Attachment {
  customerId: string
  provider: string
  method: ProviderMethod
  /** If omitted, the method becomes the default when the customer has no usable default. */
  isDefault?: boolean
}

/**
 * Saves a payment method that a customer can be charged with. Attaching a known method again
 * updates its card data; attaching a detached one restores it. The merchant is notified if the
 * method was not attached before.
 */
export async function attachPaymentMethod(
  tx: Tx,
  scope: Scope,
  { customerId, provider, method, isDefault }: Attachment,
): Promise<PaymentMethodRecord> {
  const { environmentId } = scope
  const { customer, now } = await lockCustomer(tx, scope, customerId)
  const card = {
    type: method.type,
    cardLast4: method.card?.last4 ?? null,
    cardBrand: method.card?.brand ?? null,
    expMonth: method.card?.expMonth ?? null,
    expYear: method.card?.expYear ?? null,
  }
  const status = hasExpired(card, now) ? 'expired' : 'active'
  const { providerMethodId } = method
  const reference = { provider, providerMethodId }
  const previous = await findMethodAtProvider(tx, environmentId, customerId, reference)
  const isNew = previous === null || previous.status === 'detached'
  const record: PaymentMethodRecord = previous
    ? { ...previous, ...card, status }
    : {
        id: newIdInBucket('paymentMethod', customer.bucket),
        customerId,
        ...reference,
        ...card,
        status,
        isDefault: false,
        createdAt: now,
        updatedAt: now,
      }
  if (!previous) await insertPaymentMethod(tx, environmentId, record)
  else if (!isDeepStrictEqual(record, previous)) {
    record.updatedAt = now
    const hasNewDate = card.expMonth !== previous.expMonth || card.expYear !== previous.expYear
    await updatePaymentMethod(tx, environmentId, record, {
      detachedAtProviderAt: null,
      ...((isNew || hasNewDate) && { expiryNotifiedAt: null }),
    })
  }
  if (
    status === 'active' &&
    (isDefault ?? (isNew && (await hasNoDefault(tx, scope, customerId))))
  ) {
    await writeDefaultPaymentMethod(tx, scope, customerId, record.id)
    record.isDefault = true
  }
  // Trials that wait for a card belong to a later module, which finds them in its own tables.
  await enqueue(tx, {
    task: 'beginWaitingTrials',
    payload: { environmentId, customerId },
    key: `beginWaitingTrials:${environmentId}:${customerId}`,
  })
  if (isNew) {
    await emitEvent(tx, scope, {
      type: 'payment_method.attached',
      customerId,
      data: renderPaymentMethod(record, scope.organizationId),
    })
  }
  return record
}

const hasNoDefault = async (tx: Tx, { environmentId }: Scope, customerId: string) =>
  (await findDefaultMethod(tx, environmentId, customerId)) === null
