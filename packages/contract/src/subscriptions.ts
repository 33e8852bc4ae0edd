import { z } from 'zod'
import { customerFilter } from './common.ts'
import { customerReads, customerWrites, type EndpointGroup, merchantWrites } from './endpoint.ts'
import { id, idOrSlug, page, pageQuery } from './primitives.ts'
import { settlementOutcome } from './settlement.ts'
import {
  changeSubscriptionBody,
  changeTiming,
  previewSubscriptionChangeBody,
  subscriptionChangePreview,
} from './subscriptions/change.ts'
import {
  createSubscriptionBody,
  quantitiesInput,
  subscription,
  subscriptionStatus,
} from './subscriptions/subscription.ts'

export * from './subscriptions/change.ts'
export * from './subscriptions/subscription.ts'

const params = z.object({ id })

const ending = {
  when: changeTiming.default('period_end').meta({ description: 'Default `period_end`.' }),
}

export const cancelSubscriptionBody = z.strictObject(ending).prefault({})

export const addSubscriptionItemBody = z.strictObject({
  planId: idOrSlug.meta({ description: 'An active add-on plan.' }),
  quantities: quantitiesInput.optional(),
})

export const subscriptionEndpoints = {
  createSubscription: {
    method: 'POST',
    path: '/v1/subscriptions',
    summary: 'Subscribe a customer to a plan',
    callers: customerWrites,
    body: createSubscriptionBody,
    response: settlementOutcome,
    errors: ['not_found', 'invalid_state', 'card_declined', 'authentication_required'],
  },
  listSubscriptions: {
    method: 'GET',
    path: '/v1/subscriptions',
    summary: 'List subscriptions, newest first',
    callers: customerReads,
    query: z.strictObject({
      customerId: customerFilter,
      status: subscriptionStatus.optional(),
      planId: idOrSlug.optional(),
      ...pageQuery,
    }),
    response: page(subscription),
  },
  getSubscription: {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    summary: 'Read a subscription',
    callers: customerReads,
    params,
    response: subscription,
    errors: ['not_found'],
  },
  previewSubscriptionChange: {
    method: 'POST',
    path: '/v1/subscriptions/:id/change/preview',
    summary: 'Preview a change of plan or quantities: what it costs and what it changes',
    callers: customerReads,
    params,
    body: previewSubscriptionChangeBody,
    response: subscriptionChangePreview,
    errors: ['not_found', 'invalid_state'],
  },
  changeSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/change',
    summary: 'Change plan or quantities: upgrades now, downgrades at the end of the period',
    callers: customerWrites,
    params,
    body: changeSubscriptionBody,
    response: settlementOutcome,
    errors: ['not_found', 'invalid_state', 'card_declined', 'authentication_required'],
  },
  cancelSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/cancel',
    summary: 'Cancel a subscription',
    callers: customerWrites,
    params,
    body: cancelSubscriptionBody,
    response: subscription,
    errors: ['not_found', 'invalid_state'],
  },
  resumeSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    summary: 'Take back a cancellation that has not come into force, or end a pause',
    callers: customerWrites,
    params,
    response: subscription,
    errors: ['not_found', 'invalid_state'],
  },
  pauseSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/pause',
    summary: 'Pause a subscription: no access and no bills until it is resumed',
    callers: merchantWrites,
    params,
    response: subscription,
    errors: ['not_found', 'invalid_state'],
  },
  addSubscriptionItem: {
    method: 'POST',
    path: '/v1/subscriptions/:id/items',
    summary: 'Add an add-on to a subscription',
    callers: customerWrites,
    params,
    body: addSubscriptionItemBody,
    response: settlementOutcome,
    errors: ['not_found', 'invalid_state', 'card_declined', 'authentication_required'],
  },
  removeSubscriptionItem: {
    method: 'DELETE',
    path: '/v1/subscriptions/:id/items/:itemId',
    summary: 'Remove an add-on from a subscription',
    callers: customerWrites,
    params: params.extend({ itemId: id }),
    query: z.strictObject(ending),
    response: subscription,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
