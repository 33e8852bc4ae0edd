import type { CreditAccount, CreditGrant, LedgerEntry } from '@purser/contract'
import { expect } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { parseAmount } from '../../../kernel/amount.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { debit } from '../wallet/debit.core.ts'
import type { ExhaustionRule } from '../wallet/wallet.core.ts'
import { requireCreditCurrency, withWallet } from '../wallet/withWallet.ts'

/** An application with a customer "jane" and a credit currency "ink", and shortcuts for them. */
export interface CreditBench {
  app: TestApp
  scope(): Scope
  /** Runs a use case in a separate transaction. */
  run<T>(work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T>
  grant(amount: number, more?: Record<string, unknown>): Promise<CreditGrant>
  /** Debits credits as feature usage would. */
  use(amount: number, rule?: ExhaustionRule): Promise<'insufficient' | 'frozen' | { taken: string }>
  wallet(customerId?: string): Promise<CreditAccount>
  ledger(query?: Call['query']): Promise<LedgerEntry[]>
  /** Ledger rows as short text, oldest first. */
  rows(): Promise<string[]>
  events(): Promise<string[]>
  expectSound(): Promise<void>
  stop(): Promise<void>
}

export async function startCreditBench(): Promise<CreditBench> {
  const app = await startTestApp()
  await app.ok('putCustomer', { params: { customerId: 'jane' }, body: {} })
  await app.ok('createCreditCurrency', { body: { name: 'Ink', slug: 'ink', denomination: 'unit' } })
  const scope = () => app.sandbox.scope()
  const run = <T>(work: (tx: Tx, scope: Scope) => Promise<T>) =>
    withTransaction(app.db, (tx) => work(tx, scope()))

  const ledger = async (query: Call['query'] = {}): Promise<LedgerEntry[]> =>
    (
      await app.ok<{ data: LedgerEntry[] }>('listLedgerEntries', {
        query: { customerId: 'jane', limit: 100, ...query },
      })
    ).data
  return {
    app,
    scope,
    run,
    grant: (amount, more = {}) =>
      app.ok<CreditGrant>('createGrant', {
        body: { customerId: 'jane', creditCurrencyId: 'ink', amount, ...more },
      }),
    use: (amount, rule = 'block') =>
      run(async (tx) => {
        const { creditCurrencyId } = await requireCreditCurrency(tx, scope(), 'ink')
        const target = { customerId: 'jane', creditCurrencyId }
        return withWallet(tx, scope(), target, ({ wallet, now }) => {
          const outcome = debit(wallet, {
            amount: parseAmount(amount),
            rule,
            reason: 'USAGE_DEDUCTION',
            featureId: null,
            usageEventId: newId('usageEvent'),
            now,
          })
          return typeof outcome === 'string' ? outcome : { taken: String(outcome.taken.units) }
        })
      }),
    wallet: async (customerId = 'jane') => {
      const { data } = await app.ok<{ data: CreditAccount[] }>('listCreditAccounts', {
        params: { customerId },
      })
      expect(data).toHaveLength(1)
      return data[0] as CreditAccount
    },
    ledger,
    rows: async () =>
      (await ledger())
        .reverse()
        .map(
          ({ type, reason, amount, balanceAfter }) =>
            `${type} ${reason} ${amount} → ${balanceAfter}`,
        ),
    events: async () => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE type NOT LIKE 'customer.%' ORDER BY created_at, id`,
      )
      return rows.map(({ type }) => type)
    },
    expectSound: async () => {
      const credits = app.app.invariants.filter(({ name }) => !/deduct|event|usage/i.test(name))
      expect(await checkInvariants(app.pool, credits)).toEqual([])
    },
    stop: () => app.stop(),
  }
}
