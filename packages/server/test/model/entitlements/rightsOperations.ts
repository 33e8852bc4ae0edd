import { featureBySlug, planOf } from '../catalog.ts'
import { settle } from '../credits/wallet.ts'
import { type Handlers, ok, refused } from '../operation.ts'
import { nextId } from '../state.ts'
import { givingAccess } from './rights.ts'

type Kind =
  | 'attach'
  | 'detach'
  | 'putOverride'
  | 'deleteOverride'
  | 'sweep'
  | 'setStatus'
  | 'markInvoiced'

/** Operations that change a customer's rights, and the work of operators and workers. */
export const rightsHandlers: Handlers<Kind> = {
  attach: ({ catalog, customer }, { planId, billingAnchor }) => {
    const id = nextId(customer, 'subscription')
    customer.subscriptions.push({
      id,
      planId,
      planVersion: planOf(catalog, { planId }).version,
      billingAnchor,
      givesAccess: true,
      invoicedThrough: null,
      contract: null,
    })
    return ok({ id })
  },

  detach: ({ customer }, { planId }) => {
    const ended = givingAccess(customer).filter((subscription) => subscription.planId === planId)
    if (ended.length === 0) return refused('invalid_state')
    for (const subscription of ended) subscription.givesAccess = false
    return ok(undefined)
  },

  putOverride: ({ catalog, customer }, { featureSlug, terms }) => {
    const feature = featureBySlug(catalog, featureSlug)
    if (!feature) return refused('not_found')
    customer.overrides.set(feature.id, terms)
    return ok({ featureSlug, type: feature.type, access: terms !== null, entitlement: terms })
  },

  deleteOverride: ({ catalog, customer }, { featureSlug }) => {
    const feature = featureBySlug(catalog, featureSlug)
    if (!feature || !customer.overrides.delete(feature.id)) return refused('not_found')
    return ok({ featureSlug, deleted: true })
  },

  sweep: ({ customer, now }) => {
    for (const wallet of customer.wallets.values()) settle(wallet, now)
    return ok(undefined)
  },

  setStatus: ({ customer }, { creditCurrencyId, status }) => {
    const wallet = customer.wallets.get(creditCurrencyId)
    if (wallet) wallet.status = status
    return ok(undefined)
  },

  markInvoiced: ({ customer }, { subscriptionId, through }) => {
    const subscription = customer.subscriptions.find(({ id }) => id === subscriptionId)
    if (subscription) subscription.invoicedThrough = through
    return ok(undefined)
  },
}
