import type { Reservation } from '@purser/contract'
import type { Amount } from '../../kernel/amount.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findCurrency } from './findCurrency.ts'
import { holdCredits } from './holdCredits.ts'

export interface ReservationInput {
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
