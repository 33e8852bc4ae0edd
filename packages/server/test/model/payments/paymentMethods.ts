import { givingAccess } from '../entitlements/rights.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId } from '../state.ts'
import type { Behaviour, Method } from './money.ts'

const emitMethodMessage = (customer: Customer, message: string): void => {
  customer.money.messages = [...customer.money.messages, message]
}

/**
 * Saves a card. The first chargeable card becomes the default unless the request says otherwise.
 */
export function keepMethod(
  customer: Customer,
  behaviour: Behaviour,
  isDefault: boolean | undefined,
  now: Date,
): Method {
  const { money } = customer
  const id = nextId(customer, 'method')
  const method: Method = {
    id,
    providerMethodId: `~providerMethod ${customer.ids.method} of ${customer.id}`,
    behaviour,
    createdAt: now,
    isDetached: false,
  }
  money.methods.push(method)
  if (isDefault ?? money.defaultMethodId === null) money.defaultMethodId = id
  emitMethodMessage(customer, 'payment_method.attached')
  return method
}

const findMethod = (customer: Customer, id: string): Method | undefined =>
  customer.money.methods.find((method) => method.id === id)

export function setDefault(customer: Customer, id: string): Answer {
  const method = findMethod(customer, id)
  if (!method || method.isDetached) return refused('invalid_state')
  customer.money.defaultMethodId = id
  return ok(renderMethod(customer, method))
}

/** Checks whether a subscription or an enabled rule is charged to this method. */
const isInUse = (customer: Customer, id: string): boolean =>
  customer.money.defaultMethodId === id &&
  customer.collectionMethod === 'charge_automatically' &&
  (givingAccess(customer).length > 0 ||
    [...customer.wallets.values()].some(({ rule }) => rule?.isEnabled))

export function detach(customer: Customer, id: string): Answer {
  const method = findMethod(customer, id)
  if (!method) return refused('not_found')
  if (!method.isDetached && isInUse(customer, id)) return refused('pm_in_use')
  if (!method.isDetached) markDetached(customer, method)
  return ok(renderMethod(customer, method))
}

function markDetached(customer: Customer, method: Method): void {
  method.isDetached = true
  if (customer.money.defaultMethodId === method.id) customer.money.defaultMethodId = null
  emitMethodMessage(customer, 'payment_method.detached')
}

export function replace(customer: Customer, oldId: string, newId: string): Answer {
  const { money, id: customerId } = customer
  const old = findMethod(customer, oldId)
  const next = findMethod(customer, newId)
  if (!old || !next || old.isDetached || next.isDetached) return refused('invalid_state')
  const clearedOldDefault = money.defaultMethodId === oldId
  const becameDefault = clearedOldDefault || money.defaultMethodId === null
  markDetached(customer, old)
  if (becameDefault) money.defaultMethodId = newId
  return ok({
    customerId,
    oldPaymentMethodId: oldId,
    newPaymentMethodId: newId,
    becameDefault,
    clearedOldDefault,
  })
}

export const renderMethod = (customer: Customer, method: Method) => ({
  id: method.id,
  customerId: customer.id,
  providerMethodId: method.providerMethodId,
  type: 'card',
  status: method.isDetached ? 'detached' : 'active',
  isDefault: customer.money.defaultMethodId === method.id,
  createdAt: method.createdAt.toISOString(),
})
