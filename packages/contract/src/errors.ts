import { z } from 'zod'

/** Every error code, its HTTP status, and when the API returns it. */
export const errorTable = {
  invalid_request: {
    status: 400,
    when: 'The request is invalid; `details` lists every problem.',
  },
  unauthorized: {
    status: 401,
    when: 'The key or token is missing, unknown, revoked or expired.',
  },
  TOPUP_REQUIRES_PM: {
    status: 402,
    when: 'A self-serve customer without a payment method tops up.',
  },
  PACKAGE_REQUIRES_PM: {
    status: 402,
    when: 'A self-serve customer without a payment method buys a credit package.',
  },
  card_declined: { status: 402, when: 'The payment provider declined the charge.' },
  authentication_required: {
    status: 402,
    when: 'The customer must confirm the payment in a browser.',
  },
  insufficient_credits: {
    status: 402,
    when: "The wallet's grants do not cover the amount.",
  },
  forbidden: { status: 403, when: 'The key or token is valid but may not do this.' },
  not_found: { status: 404, when: 'The object or path does not exist in this environment.' },
  already_exists: { status: 409, when: 'A slug, code or other unique value is already in use.' },
  idempotency_key_reused: {
    status: 409,
    when: 'The Idempotency-Key was already used with a different request.',
  },
  idempotency_in_progress: {
    status: 409,
    when: 'The first request with this Idempotency-Key is still running.',
  },
  invalid_state: { status: 409, when: "The object's state does not allow this." },
  plan_inactive: {
    status: 409,
    when: 'The plan, or its product, is not on sale.',
  },
  currency_mismatch: {
    status: 409,
    when: 'The plan, add-on or coupon is not in the currency of the customer or subscription.',
  },
  already_subscribed: {
    status: 409,
    when: 'The customer already has a subscription to this product. Change that subscription; `details.subscriptionId` names it.',
  },
  subscription_ended: { status: 409, when: 'The subscription has ended: create a new one.' },
  coupon_expired: {
    status: 409,
    when: 'The coupon has expired or is archived.',
  },
  coupon_used_up: {
    status: 409,
    when: 'The coupon has reached its maximum number of redemptions.',
  },
  preview_expired: { status: 409, when: 'The preview token is older than 15 minutes.' },
  preview_mismatch: {
    status: 409,
    when: 'The preview token belongs to another request, or the preview is no longer correct.',
  },
  clock_moved_back: { status: 409, when: 'A test clock can only move forward.' },
  pm_in_use: {
    status: 409,
    when: 'A subscription or an auto-top-up rule needs the default payment method.',
  },
  body_too_large: { status: 413, when: 'The body is larger than 1 MiB.' },
  unsupported_media_type: { status: 415, when: 'The body is not application/json.' },
  auto_topup_mode_mismatch: {
    status: 422,
    when: "The auto-top-up mode does not fit the currency's denomination.",
  },
  rate_limited: { status: 429, when: 'Too many requests for this key; see Retry-After.' },
  internal: {
    status: 500,
    when: 'Something went wrong on our side; no partial changes were saved.',
  },
  unavailable: { status: 503, when: 'The service cannot handle the request now; see Retry-After.' },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

/** One problem of an invalid request. */
export const problem = z.object({ path: z.string(), message: z.string() })
export type Problem = z.infer<typeof problem>

/** `details` of `pm_in_use`. */
export const pmInUseDetails = z.object({
  paymentMethodId: z.string(),
  activeSubscriptionIds: z.array(z.string()),
  autoTopupAccountIds: z.array(z.string()),
  requestId: z.string(),
})

export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string().meta({ description: 'What to do next.' }),
    details: z
      .union([z.array(problem), pmInUseDetails, z.record(z.string(), z.unknown())])
      .optional(),
    requestId: z.string(),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>
