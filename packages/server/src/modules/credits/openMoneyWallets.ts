import { bucketOf } from '../../kernel/bucket.ts'
import { customerName } from '../../kernel/customerName.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Session, sessionOf } from '../../platform/db/session.ts'
import { listAllCreditCurrencies } from '../catalog/read.ts'
import type { MoneyCurrency } from './core/invoiceMoney.ts'
import { settle } from './core/settle.ts'
import type { Wallet } from './core/wallet.ts'
import { openWallets } from './openWallets.ts'

export interface MoneyRequest {
  customerId: string
  /** In which is paid. */
  currency: string
  /** The customer's time. */
  at: Date
}

interface OpenedMoney {
  session: Session
  /** Settled, in the order in which they are used. */
  wallets: { wallet: Wallet; currency: MoneyCurrency }[]
}

/** A customer's wallets of money that pays invoices in a currency, those alone that can be spent. */
export async function openMoneyWallets(
  tx: Tx,
  environmentId: string,
  { customerId, currency, at }: MoneyRequest,
): Promise<OpenedMoney> {
  const session = sessionOf(tx)
  const all = await listAllCreditCurrencies(tx, environmentId)
  const paying = new Map(
    all
      .filter(({ applyToInvoices, denomination }) => applyToInvoices && denomination === currency)
      .map((each) => [each.id, each]),
  )
  if (paying.size === 0) return { session, wallets: [] }
  const key = { environmentId, customerId, bucket: bucketOf(environmentId, customerId), now: at }
  const open = async (whole?: ReadonlySet<string>): Promise<Wallet[]> =>
    ((await openWallets(session, [key], whole)).get(customerName(key)) ?? []).filter(
      ({ status, creditCurrencyId }) => status === 'active' && paying.has(creditCurrencyId),
    )
  const names = new Set((await open()).map(({ id }) => id))
  if (names.size === 0) return { session, wallets: [] }
  const wallets = (await open(names)).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const wallet of wallets) settle(wallet, at)
  return {
    session,
    wallets: wallets.flatMap((wallet) => {
      const of = paying.get(wallet.creditCurrencyId)
      return of ? [{ wallet, currency: of }] : []
    }),
  }
}
