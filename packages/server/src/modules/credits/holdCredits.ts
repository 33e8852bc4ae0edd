import type { Reservation } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type HoldRequest, hold } from './core/hold.ts'
import { carriedOut } from './core/refuse.ts'
import { getReservation } from './getReservation.ts'
import { type WalletTarget, withWallet } from './withWallet.ts'

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
