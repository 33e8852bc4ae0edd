import { z } from 'zod'
import {
  customerReads,
  customerWrites,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
} from '../endpoint.ts'
import { settlementOutcome } from '../payments/settlement.ts'
import { customerFilter } from '../values/common.ts'
import {
  customerId,
  id,
  idOrSlug,
  moneyAmount,
  page,
  pageQuery,
  timestamp,
} from '../values/primitives.ts'
import {
  changeSubscriptionBody,
  changeTiming,
  previewSubscriptionChangeBody,
  subscriptionChangePreview,
} from './change.ts'
import {
  createSubscriptionBody,
  quantitiesInput,
  subscription,
  subscriptionStatus,
} from './subscription.ts'

const params = z.object({ id })

const changeErrors = [
  'not_found',
  'invalid_state',
  'plan_inactive',
  'currency_mismatch',
  'subscription_ended',
] as const

const ending = {
  when: changeTiming.default('period_end').meta({ description: 'Default `period_end`.' }),
}

export const cancelSubscriptionBody = z.strictObject(ending).prefault({})

export const addSubscriptionItemBody = z.strictObject({
  planId: idOrSlug.meta({ description: 'An active add-on plan.' }),
  quantities: quantitiesInput.optional(),
})

export const migrateSubscriptionsBody = z.strictObject({
  planId: idOrSlug.meta({ description: 'The plan. Subscriptions move to its current version.' }),
  fromVersion: z.int().min(1).optional().meta({ description: 'Default: every older version.' }),
  when: changeTiming.default('period_end').meta({ description: 'Default `period_end`.' }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report what would change.' }),
})

export const planMigration = z.object({
  id: id.nullable().meta({ description: 'null for a dry run.' }),
  planId: id,
  toVersion: z.int(),
  when: changeTiming,
  status: z.enum(['preview', 'running', 'completed']),
  matched: z.int().meta({ description: 'Subscriptions on older versions.' }),
  moved: z.int(),
  failed: z.int().meta({
    description: 'Not moved. With `now`, for example subscriptions that are past due or paused.',
  }),
  preview: z
    .array(
      z.object({
        subscriptionId: id,
        customerId,
        fromVersion: z.int(),
        effectiveAt: timestamp.nullable(),
        currentAmount: moneyAmount.meta({ description: 'Per period, before usage and tax.' }),
        nextAmount: moneyAmount,
      }),
    )
    .meta({ description: 'The first 100 subscriptions. Only in a dry run.' }),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
})
export type PlanMigration = z.infer<typeof planMigration>

export const subscriptionEndpoints = {
  createSubscription: {
    method: 'POST',
    path: '/v1/subscriptions',
    summary: 'Subscribe a customer to a plan',
    callers: customerWrites,
    body: createSubscriptionBody,
    response: settlementOutcome,
    errors: [
      'not_found',
      'invalid_state',
      'plan_inactive',
      'currency_mismatch',
      'already_subscribed',
      'coupon_expired',
      'coupon_used_up',
      'card_declined',
      'authentication_required',
    ],
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
    summary: 'Preview the cost and effects of a change of plan or quantities',
    callers: customerReads,
    params,
    body: previewSubscriptionChangeBody,
    response: subscriptionChangePreview,
    errors: changeErrors,
  },
  changeSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/change',
    summary: 'Change plan or quantities: upgrades now, downgrades at the end of the period',
    callers: customerWrites,
    params,
    body: changeSubscriptionBody,
    response: settlementOutcome,
    errors: [
      ...changeErrors,
      'preview_expired',
      'preview_mismatch',
      'card_declined',
      'authentication_required',
    ],
  },
  cancelSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/cancel',
    summary: 'Cancel a subscription',
    callers: customerWrites,
    params,
    body: cancelSubscriptionBody,
    response: subscription,
    errors: ['not_found', 'invalid_state', 'subscription_ended'],
  },
  resumeSubscription: {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    summary: 'Undo a cancellation that has not taken effect, or end a pause',
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
  migrateSubscriptions: {
    method: 'POST',
    path: '/v1/subscriptions/migrate',
    summary:
      'Move subscribers on older versions of a plan to the current version, or preview the move',
    callers: merchantWrites,
    body: migrateSubscriptionsBody,
    response: planMigration,
    errors: ['not_found', 'invalid_state'],
  },
  getPlanMigration: {
    method: 'GET',
    path: '/v1/subscriptions/migrations/:id',
    summary: 'Read the progress of a migration',
    callers: merchantReads,
    params,
    response: planMigration,
    errors: ['not_found'],
  },
  addSubscriptionItem: {
    method: 'POST',
    path: '/v1/subscriptions/:id/items',
    summary: 'Add an add-on to a subscription',
    callers: customerWrites,
    params,
    body: addSubscriptionItemBody,
    response: settlementOutcome,
    errors: [...changeErrors, 'already_exists', 'card_declined', 'authentication_required'],
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
