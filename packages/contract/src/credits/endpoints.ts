import { z } from 'zod'
import { creditCurrencyRecord } from '../catalog/metering.ts'
import {
  customerReads,
  type EndpointGroup,
  merchantWrites,
  runtimeReads,
  runtimeWrites,
} from '../endpoint.ts'
import { customerId, id, page, pageQuery } from '../values/primitives.ts'
import { creditStats, creditStatsQuery, ledgerEntry, ledgerQuery } from './ledger.ts'
import {
  captureReservationBody,
  createReservationBody,
  extendReservationBody,
  reservation,
} from './reservation.ts'
import {
  adjustment,
  createAdjustmentBody,
  createGrantBody,
  creditAccount,
  creditGrant,
} from './wallet.ts'

const params = z.object({ id })

export const creditEndpoints = {
  listActiveCreditCurrencies: {
    method: 'GET',
    path: '/v1/credits/currencies',
    summary: 'List the active credit currencies of the organization',
    callers: customerReads,
    query: z.strictObject(pageQuery),
    response: page(creditCurrencyRecord),
  },
  listCreditAccounts: {
    method: 'GET',
    path: '/v1/customers/:customerId/credit-accounts',
    summary: "List a customer's wallets with their active grants",
    callers: customerReads,
    params: z.object({ customerId }),
    query: z.strictObject(pageQuery),
    response: page(creditAccount),
    errors: ['not_found'],
  },
  listLedgerEntries: {
    method: 'GET',
    path: '/v1/credits/ledger',
    summary: 'List ledger entries, newest first',
    callers: customerReads,
    query: ledgerQuery,
    response: page(ledgerEntry),
  },
  getCreditStats: {
    method: 'GET',
    path: '/v1/credits/stats',
    summary: 'Read the daily consumption of a credit currency',
    callers: customerReads,
    query: creditStatsQuery,
    response: creditStats,
    errors: ['not_found'],
  },
  createGrant: {
    method: 'POST',
    path: '/v1/credits/grants',
    summary: 'Grant credits manually; creates the wallet if necessary',
    callers: merchantWrites,
    body: createGrantBody,
    response: creditGrant,
    errors: ['not_found', 'invalid_state'],
  },
  voidGrant: {
    method: 'POST',
    path: '/v1/credits/grants/:id/void',
    summary: 'Void the remaining credits of a grant',
    callers: merchantWrites,
    params,
    response: creditGrant,
    errors: ['not_found', 'invalid_state'],
  },
  createAdjustment: {
    method: 'POST',
    path: '/v1/credits/adjustments',
    summary: 'Adjust a balance manually',
    callers: merchantWrites,
    body: createAdjustmentBody,
    response: adjustment,
    errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  },
} as const satisfies EndpointGroup

/**
 * A separate group, because the usage module serves reservations: it knows their cost and their
 * accruals.
 */
export const reservationEndpoints = {
  createReservation: {
    method: 'POST',
    path: '/v1/credits/reservations',
    summary: 'Hold credits before work whose cost is not known yet',
    callers: runtimeWrites,
    body: createReservationBody,
    response: reservation,
    errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  },
  getReservation: {
    method: 'GET',
    path: '/v1/credits/reservations/:id',
    summary: 'Read a reservation',
    callers: runtimeReads,
    params,
    response: reservation,
    errors: ['not_found'],
  },
  extendReservation: {
    method: 'POST',
    path: '/v1/credits/reservations/:id/extend',
    summary: 'Move the expiry of a reservation, counted from now',
    callers: runtimeWrites,
    params,
    body: extendReservationBody,
    response: reservation,
    errors: ['not_found', 'invalid_state'],
  },
  captureReservation: {
    method: 'POST',
    path: '/v1/credits/reservations/:id/capture',
    summary: 'Debit the credits that were used and release the rest',
    callers: runtimeWrites,
    params,
    body: captureReservationBody,
    response: reservation,
    errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  },
  releaseReservation: {
    method: 'POST',
    path: '/v1/credits/reservations/:id/release',
    summary: 'Release all held credits',
    callers: runtimeWrites,
    params,
    response: reservation,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
