import { expect, test } from 'vitest'
import { errorBody, errorCodes, errorTable, pmInUseDetails } from './errors.ts'
import { describeResource } from './testing/describeResource.ts'

/** The statuses that the interface specifies. */
const statuses = {
  400: ['invalid_request'],
  401: ['unauthorized'],
  402: [
    'TOPUP_REQUIRES_PM',
    'PACKAGE_REQUIRES_PM',
    'card_declined',
    'authentication_required',
    'insufficient_credits',
  ],
  403: ['forbidden'],
  404: ['not_found'],
  409: [
    'pm_in_use',
    'already_exists',
    'idempotency_key_reused',
    'idempotency_in_progress',
    'invalid_state',
  ],
  413: ['body_too_large'],
  422: ['auto_topup_mode_mismatch'],
  429: ['rate_limited'],
  500: ['internal'],
  503: ['unavailable'],
}

test.each(
  Object.entries(statuses).flatMap(([status, codes]) =>
    codes.map((code) => ({ status: Number(status), code })),
  ),
)('$code has the status $status', ({ status, code }) => {
  expect(errorTable).toHaveProperty([code, 'status'], status)
})

test('every code has an error status and a description', () => {
  for (const code of errorCodes) {
    expect(errorTable[code].status).toBeGreaterThanOrEqual(400)
    expect(errorTable[code].when).toMatch(/\.$/)
  }
})

const error = { code: 'not_found', message: 'Look again.', details: {}, requestId: 'req_1' }

describeResource('error', errorBody.shape.error, error, {
  required: 'code message requestId',
  optional: 'details',
})

test('the details of an error are problems, pm_in_use details or any object', () => {
  const inUse = {
    paymentMethodId: 'pm_1',
    activeSubscriptionIds: ['sub_1'],
    autoTopupAccountIds: [],
    requestId: 'req_1',
  }
  expect(pmInUseDetails.parse(inUse)).toEqual(inUse)
  for (const details of [[{ path: 'planId', message: 'is missing' }], inUse, { any: 1 }]) {
    expect(errorBody.parse({ error: { ...error, details } })).toEqual({
      error: { ...error, details },
    })
  }
})
