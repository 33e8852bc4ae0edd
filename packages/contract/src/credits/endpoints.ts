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
    summary: 'Read how much of a credit currency was consumed each day',
    callers: customerReads,
    query: creditStatsQuery,
    response: creditStats,
    errors: ['not_found'],
  },
  createGrant: {
    method: 'POST',
    path: '/v1/credits/grants',
    summary: 'Grant credits by hand, creating the wallet if need be',
    callers: merchantWrites,
    body: createGrantBody,
    response: creditGrant,
    errors: ['not_found', 'invalid_state'],
  },
  voidGrant: {
    method: 'POST',
    path: '/v1/credits/grants/:id/void',
    summary: 'Take back what remains of a grant',
    callers: merchantWrites,
    params,
    response: creditGrant,
    errors: ['not_found', 'invalid_state'],
  },
  createAdjustment: {
    method: 'POST',
    path: '/v1/credits/adjustments',
    summary: 'Correct a balance by hand',
    callers: merchantWrites,
    body: createAdjustmentBody,
    response: adjustment,
    errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  },
} as const satisfies EndpointGroup

/** Beside the others, because what a reservation costs and accrues is known to usage. */
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
    summary: 'Debit what was really used and give back the rest',
    callers: runtimeWrites,
    params,
    body: captureReservationBody,
    response: reservation,
    errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  },
  releaseReservation: {
    method: 'POST',
    path: '/v1/credits/reservations/:id/release',
    summary: 'Give back all held credits',
    callers: runtimeWrites,
    params,
    response: reservation,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
