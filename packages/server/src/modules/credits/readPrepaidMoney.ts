import type { Tx } from '../../platform/db/database.ts'
import { moneyOf } from './core/invoiceMoney.ts'
import { spendable } from './core/wallet.ts'
import { type MoneyRequest, openMoneyWallets } from './openMoneyWallets.ts'

/** Whole minor units that a customer's wallets could pay of an invoice; changes nothing. */
export async function readPrepaidMoney(
  tx: Tx,
  environmentId: string,
  request: MoneyRequest,
): Promise<number> {
  const { wallets } = await openMoneyWallets(tx, environmentId, request)
  return wallets.reduce(
    (total, { wallet, currency }) => total + moneyOf(currency, spendable(wallet)),
    0,
  )
}
