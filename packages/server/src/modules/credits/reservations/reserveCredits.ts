import type { Reservation } from '@purser/contract'
import type { Amount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { carriedOut, findCurrency, type WalletTarget, withWallet } from '../wallet/withWallet.ts'
import { getReservation } from './getReservation.ts'
import { type HoldRequest, hold } from './reservations.core.ts'

interface ReservationInput {
  customerId: string
  /** Or its slug. */
  creditCurrencyId: string
  amount: Amount
  expiresInSeconds: number
}

/** Holds an amount of a currency that no feature prices: it is covered whole, or refused. */
export async function reserveCredits(
  tx: Tx,
  scope: Scope,
  { creditCurrencyId, ...request }: ReservationInput,
): Promise<Reservation> {
  return holdCredits(tx, scope, {
    ...request,
    ...(await findCurrency(tx, scope, creditCurrencyId)),
    rule: 'block',
    featureId: null,
    quantity: null,
    properties: {},
    unitCost: null,
  })
}

/** Takes an amount of credits out of the balance for a while, by the rule that is given. */
export async function holdCredits(
  tx: Tx,
  scope: Scope,
  { customerId, creditCurrencyId, isArchived = false, ...request }: WalletTarget & HoldRequest,
): Promise<Reservation> {
  const target = { customerId, creditCurrencyId, isArchived }
  const { id } = await withWallet(tx, scope, target, ({ wallet, now }) =>
    carriedOut(hold(wallet, request, now), 'reservation'),
  )
  return getReservation(tx, scope, id)
}
