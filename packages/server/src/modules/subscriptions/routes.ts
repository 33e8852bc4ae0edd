import { subscriptionEndpoints } from '@purser/contract'
import { notFound, PurserError } from '../../kernel/errors.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import { customerOf, ownerOf, type Principal } from '../../platform/http/principal.ts'
import { defineRoutes, type Route, read, stagedWrite, write } from '../../platform/http/routes.ts'
import { findPlan } from '../catalog/read.ts'
import { type Billing, resumeInvoicePayment } from '../invoicing/index.ts'
import { completeCreation, createSubscription } from './begin/createSubscription.ts'
import { changeSubscription } from './change/changeSubscription.ts'
import { previewChange } from './change/previewChange.ts'
import { cancelSubscription, completeCancellation } from './end/cancelSubscription.ts'
import { addItem } from './items/addItem.ts'
import { removeItem } from './items/removeItem.ts'
import { getPlanMigration, startPlanMigration } from './migrate/startPlanMigration.ts'
import { pauseSubscription } from './pause/pauseSubscription.ts'
import { resumeSubscription } from './pause/resumeSubscription.ts'
import { offerTo } from './subscription/findOfferedPlan.ts'
import { getSubscription, requireOwnSubscription } from './subscription/getSubscription.ts'
import { renderSubscriptions } from './subscription/renderSubscription.ts'
import { listSubscriptions } from './subscription/subscription.sql.ts'

export const subscriptionRoutes = (billing: Billing, encryptionKey: Uint8Array): Route[] =>
  defineRoutes('subscriptions', subscriptionEndpoints, {
    createSubscription: stagedWrite(
      (tx, { scope, principal, body }) => {
        refuseMerchantTerms(principal, body)
        const customerId = customerOf(principal, body.customerId, 'customerId')
        return createSubscription(tx, billing, scope, {
          ...body,
          customerId,
          offer: offerTo(principal),
        })
      },
      ({ scope }, ticket) => completeCreation(billing, scope, ticket),
    ),
    listSubscriptions: read(async (tx, { scope, principal, query }) => {
      const { environmentId } = scope
      const { status } = query
      const customerId = ownerOf(principal) ?? query.customerId
      const plan = query.planId && (await findPlan(tx, environmentId, query.planId))
      if (query.planId && !plan) {
        // The answer must not reveal to a customer which private plans exist.
        if (ownerOf(principal) !== null) return { data: [], nextCursor: null }
        throw notFound('plan', query.planId)
      }
      const filter = { customerId, status, planId: plan ? plan.id : undefined }
      const page = pageRequest(query)
      const records = await listSubscriptions(tx, environmentId, filter, page)
      const shown = await renderSubscriptions(tx, environmentId, records.slice(0, page.limit))
      const { nextCursor } = pageOf(records, page.limit, ({ id }) => id)
      return { data: shown, nextCursor }
    }),
    getSubscription: read((tx, { scope, principal, params }) =>
      getSubscription(tx, scope, principal, params.id),
    ),
    previewSubscriptionChange: read(async (tx, { scope, principal, params, body }) => {
      const { id: subscriptionId } = await requireOwnSubscription(tx, scope, principal, params.id)
      const change = { ...body, subscriptionId, offer: offerTo(principal) }
      return previewChange(tx, billing, encryptionKey, scope, change)
    }),
    changeSubscription: stagedWrite(
      async (tx, { scope, principal, params, body }) => {
        const { id: subscriptionId } = await requireOwnSubscription(tx, scope, principal, params.id)
        const change = { ...body, subscriptionId, offer: offerTo(principal) }
        return changeSubscription(tx, billing, encryptionKey, scope, change)
      },
      ({ scope }, paymentId) => resumeInvoicePayment(billing, scope, paymentId),
    ),
    cancelSubscription: stagedWrite(
      async (tx, { scope, principal, params, body }) => {
        await requireOwnSubscription(tx, scope, principal, params.id)
        return cancelSubscription(tx, billing, scope, params.id, body.when)
      },
      ({ scope }, id) => completeCancellation(billing, scope, id),
    ),
    resumeSubscription: write(async (tx, { scope, principal, params }) => {
      await requireOwnSubscription(tx, scope, principal, params.id)
      return resumeSubscription(tx, billing, scope, params.id)
    }),
    pauseSubscription: write((tx, { scope, params }) => pauseSubscription(tx, scope, params.id)),
    migrateSubscriptions: write((tx, { scope, body }) => startPlanMigration(tx, scope, body)),
    getPlanMigration: read((tx, { scope, params }) => getPlanMigration(tx, scope, params.id)),
    addSubscriptionItem: stagedWrite(
      async (tx, { scope, principal, params, body }) => {
        const { id: subscriptionId } = await requireOwnSubscription(tx, scope, principal, params.id)
        return addItem(tx, billing, scope, { ...body, subscriptionId, offer: offerTo(principal) })
      },
      ({ scope }, paymentId) => resumeInvoicePayment(billing, scope, paymentId),
    ),
    removeSubscriptionItem: write(async (tx, { scope, principal, params, query }) => {
      const { id: subscriptionId } = await requireOwnSubscription(tx, scope, principal, params.id)
      const { itemId } = params
      return removeItem(tx, scope, { subscriptionId, itemId, when: query.when })
    }),
  })

function refuseMerchantTerms(principal: Principal, body: object): void {
  const terms = ownerOf(principal) === null ? [] : merchantTerms(body)
  if (terms.length === 0) return
  throw new PurserError(
    'forbidden',
    `A portal token may not set ${terms.join(', ')}. Create the subscription from your server with a secret key.`,
  )
}

/** Fields that cost the merchant money or belong to the merchant's records. */
const MERCHANT_ONLY = ['trialDays', 'billingAnchor', 'startsAt', 'metadata'] as const

const merchantTerms = (
  body: Readonly<Partial<Record<(typeof MERCHANT_ONLY)[number], unknown>>>,
): string[] => MERCHANT_ONLY.filter((name) => body[name] !== undefined)
