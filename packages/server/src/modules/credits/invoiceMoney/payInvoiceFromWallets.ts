import { bucketOf } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, sessionOf } from '../../../platform/db/session.ts'
import { listAllCreditCurrencies } from '../../catalog/read.ts'
import { debit } from '../wallet/debit.core.ts'
import { openWallets, saveWallets } from '../wallet/openWallets.ts'
import { settle } from '../wallet/settle.core.ts'
import { spendableCredits, type Wallet } from '../wallet/wallet.core.ts'
import { creditsOf, type MoneyCurrency, moneyOf } from './invoiceMoney.core.ts'

/**
 * Debits prepaid money for an invoice. `amount` is at most the result of `readPrepaidMoney`. The
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
    const part = Math.min(left, moneyOf(currency, spendableCredits(wallet)))
    if (part === 0) continue
    const outcome = debit(wallet, {
      amount: creditsOf(currency, part),
      rule: 'block',
      reason: 'INVOICE_PAYMENT',
      invoiceId,
      now: request.at,
    })
    invariant(typeof outcome === 'object', 'spendable credits can be taken')
    left -= part
  }
  invariant(left === 0, 'the wallets cover the prepaid money')
  await saveWallets(
    session,
    wallets.map(({ wallet }) => wallet),
  )
}

/**
 * Returns how much of an invoice the customer's wallets could pay, in whole minor units. Changes
 * nothing.
 */
export async function readPrepaidMoney(
  tx: Tx,
  environmentId: string,
  request: MoneyRequest,
): Promise<number> {
  const { wallets } = await openMoneyWallets(tx, environmentId, request)
  return wallets.reduce(
    (total, { wallet, currency }) => total + moneyOf(currency, spendableCredits(wallet)),
    0,
  )
}

interface MoneyRequest {
  customerId: string
  /** The invoice's currency. */
  currency: string
  /** The customer's time. */
  at: Date
}

interface OpenedMoney {
  session: Session
  /** Settled, in the order in which they are debited. */
  wallets: { wallet: Wallet; currency: MoneyCurrency }[]
}

/** Opens the customer's active wallets that pay invoices in a currency. */
async function openMoneyWallets(
  tx: Tx,
  environmentId: string,
  { customerId, currency, at }: MoneyRequest,
): Promise<OpenedMoney> {
  const session = sessionOf(tx)
  const currencies = await listAllCreditCurrencies(tx, environmentId)
  const payingCurrencies = new Map(
    currencies
      .filter(({ applyToInvoices, denomination }) => applyToInvoices && denomination === currency)
      .map((each) => [each.id, each]),
  )
  if (payingCurrencies.size === 0) return { session, wallets: [] }
  const key = { environmentId, customerId, bucket: bucketOf(environmentId, customerId), now: at }
  const open = async (whole?: ReadonlySet<string>): Promise<Wallet[]> =>
    ((await openWallets(session, [key], whole)).get(customerMapKey(key)) ?? []).filter(
      ({ status, creditCurrencyId }) =>
        status === 'active' && payingCurrencies.has(creditCurrencyId),
    )
  const names = new Set((await open()).map(({ id }) => id))
  if (names.size === 0) return { session, wallets: [] }
  const wallets = (await open(names)).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const wallet of wallets) settle(wallet, at)
  return {
    session,
    wallets: wallets.flatMap((wallet) => {
      const payingCurrency = payingCurrencies.get(wallet.creditCurrencyId)
      return payingCurrency ? [{ wallet, currency: payingCurrency }] : []
    }),
  }
}
