import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { debit } from './core/debit.ts'
import { creditsOf, moneyOf } from './core/invoiceMoney.ts'
import { spendable } from './core/wallet.ts'
import { type MoneyRequest, openMoneyWallets } from './openMoneyWallets.ts'
import { saveWallets } from './saveWallets.ts'

/**
 * Takes what prepaid money pays of an invoice: as much as `readPrepaidMoney` has said at most. The
 * caller holds the customer's lock.
 */
export async function payInvoiceFromWallets(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { invoiceId, amount, ...request }: MoneyRequest & { invoiceId: string; amount: number },
): Promise<void> {
  const { session, wallets } = await openMoneyWallets(tx, environmentId, request)
  let left = amount
  for (const { wallet, currency } of wallets) {
    const part = Math.min(left, moneyOf(currency, spendable(wallet)))
    if (part === 0) continue
    const taken = debit(wallet, {
      amount: creditsOf(currency, part),
      rule: 'block',
      reason: 'INVOICE_PAYMENT',
      invoiceId,
      now: request.at,
    })
    invariant(typeof taken === 'object', 'what can be spent is there to be taken')
    left -= part
  }
  invariant(left === 0, 'prepaid money is there when it is taken')
  await saveWallets(
    session,
    wallets.map(({ wallet }) => wallet),
  )
}
