import { type BodyOf, type catalogEndpoints, isFiat, UNIT } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditCurrency } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { creditCurrencyKind } from './read/metering.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateCreditCurrency(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateCreditCurrency>,
): Promise<CreditCurrency> {
  const before = await claimObject(tx, scope, creditCurrencyKind, idOrSlug)
  const problems = new Problems()
  if (body.applyToInvoices && !isFiat(before.denomination)) {
    problems.add('applyToInvoices', `only money pays invoices, not denomination "${UNIT}"`)
  }
  problems.refuseIfAny()
  return updateObject(tx, scope, creditCurrencyKind, before.id, {
    name: body.name,
    apply_to_invoices: body.applyToInvoices,
    status: body.status,
  })
}
