import { type BodyOf, type catalogEndpoints, currencyScale, isFiat, UNIT } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditCurrency } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { creditCurrencyKind } from './read/metering.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

export async function createCreditCurrency(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createCreditCurrency>,
): Promise<CreditCurrency> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const { denomination, minorUnitScale, applyToInvoices = false } = body
  const problems = new Problems()
  const slug = problems.slugOf(body)
  if (!isFiat(denomination)) {
    if (minorUnitScale) problems.add('minorUnitScale', `must be 0 for denomination "${UNIT}"`)
    if (applyToInvoices) {
      problems.add('applyToInvoices', `only money pays invoices, not denomination "${UNIT}"`)
    }
  }
  problems.refuseIfAny()
  return insertObject(tx, scope, creditCurrencyKind, slug, {
    slug,
    name: body.name,
    denomination,
    minor_unit_scale: minorUnitScale ?? currencyScale(denomination) ?? 0,
    apply_to_invoices: applyToInvoices,
  })
}
