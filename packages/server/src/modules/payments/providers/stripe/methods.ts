import type Stripe from 'stripe'
import type { PaymentProvider, ProviderMethod } from '../../provider.ts'
import { expectObject } from './answers.ts'
import { freshKey, type StripeConnection } from './connection.ts'
import { isMissing, readFailure, toUnavailable } from './failures.ts'

export function methodsAt({
  client,
}: StripeConnection): Pick<PaymentProvider, 'lookUpMethod' | 'detachMethod'> {
  const find = async (id: string): Promise<ProviderMethod | null> => {
    try {
      return readMethod(expectObject(await client.paymentMethods.retrieve(id), 'payment_method'))
    } catch (error) {
      if (isMissing(error)) return null
      throw toUnavailable(error)
    }
  }

  return {
    lookUpMethod: find,

    detachMethod: async (id) => {
      try {
        const options = freshKey('detach', id)
        expectObject(await client.paymentMethods.detach(id, {}, options), 'payment_method')
      } catch (error) {
        // Stripe refuses to detach a method that is not attached. Its message may change, so look
        // the method up.
        const isRefused = readFailure(error).kind === 'refused'
        if (!isRefused || (await find(id)) !== null) throw toUnavailable(error)
      }
    },
  }
}

/** Returns null for a method without a customer, because it cannot be charged again. */
export function readMethod(method: Stripe.PaymentMethod): ProviderMethod | null {
  const customer = idOf(method.customer)
  if (customer === null) return null
  return {
    providerMethodId: method.id,
    providerCustomerId: customer,
    type: method.type,
    card: method.card
      ? {
          last4: method.card.last4,
          brand: method.card.brand,
          expMonth: method.card.exp_month,
          expYear: method.card.exp_year,
        }
      : null,
  }
}

/** Returns the id of a field that Stripe shows either as an id or as the expanded object. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
