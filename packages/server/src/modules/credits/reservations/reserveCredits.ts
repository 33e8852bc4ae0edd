import type { Reservation } from '@purser/contract'
import type { Amount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  requireCreditCurrency,
  throwIfRefused,
  type WalletTarget,
  withWallet,
} from '../wallet/withWallet.ts'
import { getReservation } from './getReservation.ts'
import { type HoldRequest, hold } from './reservations.core.ts'

interface ReservationInput {
  customerId: string
  /** An id or a slug. */
  creditCurrencyId: string
  amount: Amount
  expiresInSeconds: number
}

/** Reserves an amount without a feature. It must be covered in full. */
export async function reserveCredits(
  tx: Tx,
  scope: Scope,
  { creditCurrencyId, ...request }: ReservationInput,
): Promise<Reservation> {
  return holdCredits(tx, scope, {
    ...request,
    ...(await requireCreditCurrency(tx, scope, creditCurrencyId)),
    rule: 'block',
    featureId: null,
    quantity: null,
    properties: {},
    unitCost: null,
  })
}

/** Reserves an amount under the given rule. */
export async function holdCredits(
  tx: Tx,
  scope: Scope,
  { customerId, creditCurrencyId, isArchived = false, ...request }: WalletTarget & HoldRequest,
): Promise<Reservation> {
  const target = { customerId, creditCurrencyId, isArchived }
  const { id } = await withWallet(tx, scope, target, ({ wallet, now }) =>
    throwIfRefused(hold(wallet, request, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
