import { creditEndpoints } from '@purser/contract'
import { parseAmount } from '../../kernel/amount.ts'
import { notFound } from '../../kernel/errors.ts'
import { pageRequest } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { customerOf } from '../../platform/http/principal.ts'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { listCreditCurrencies } from '../catalog/read.ts'
import { findCustomer } from '../customers/read.ts'
import { adjustCredits } from './grants/adjustCredits.ts'
import { grantCredits } from './grants/grantCredits.ts'
import { voidGrant } from './grants/voidGrant.ts'
import { readConsumption } from './ledger/consumption.sql.ts'
import { listLedgerEntries } from './ledger/ledger.sql.ts'
import { listWallets } from './wallet/wallet.sql.ts'
import { requireCreditCurrency } from './wallet/withWallet.ts'

export const creditRoutes = defineRoutes('credits', creditEndpoints, {
  listActiveCreditCurrencies: read((tx, { scope, query }) =>
    listCreditCurrencies(tx, scope.environmentId, { status: 'active' }, pageRequest(query)),
  ),
  listCreditAccounts: read(async (tx, { scope, params, query }) => {
    await requireCustomer(tx, scope, params.customerId)
    return listWallets(tx, scope, params.customerId, pageRequest(query))
  }),
  listLedgerEntries: read((tx, { scope, principal, query }) => {
    const customerId = customerOf(principal, query.customerId)
    const owner = { environmentId: scope.environmentId, customerId }
    return listLedgerEntries(tx, owner, query, pageRequest(query))
  }),
  getCreditStats: read(async (tx, { scope, principal, query }) => {
    const customerId = customerOf(principal, query.customerId)
    await requireCustomer(tx, scope, customerId)
    const { creditCurrencyId } = await requireCreditCurrency(tx, scope, query.creditCurrencyId)
    const { days } = query
    const { environmentId, now } = scope
    const request = { environmentId, customerId, creditCurrencyId, days, now }
    return { creditCurrencyId, days, series: await readConsumption(tx, request) }
  }),
  createGrant: write((tx, { scope, body }) =>
    grantCredits(tx, scope, {
      ...body,
      amount: parseAmount(body.amount),
      expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
    }),
  ),
  voidGrant: write((tx, { scope, params }) => voidGrant(tx, scope, params.id)),
  createAdjustment: write((tx, { scope, body }) =>
    adjustCredits(tx, scope, { ...body, amount: parseAmount(body.amount) }),
  ),
})

async function requireCustomer(tx: Tx, scope: Scope, customerId: string): Promise<void> {
  if (!(await findCustomer(tx, scope.environmentId, customerId))) {
    throw notFound('customer', customerId)
  }
}
