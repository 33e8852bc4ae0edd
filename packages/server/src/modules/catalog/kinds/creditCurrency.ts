import { type BodyOf, type catalogEndpoints, currencyScale, isFiat, UNIT } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CreditCurrency } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { creditCurrencyKind } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

const UNITS_PAY_NO_INVOICES = `must be false for denomination "${UNIT}": only money pays invoices`

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
      problems.add('applyToInvoices', UNITS_PAY_NO_INVOICES)
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

export async function updateCreditCurrency(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateCreditCurrency>,
): Promise<CreditCurrency> {
  const before = await findObjectForUpdate(tx, scope, creditCurrencyKind, idOrSlug)
  const problems = new Problems()
  if (body.applyToInvoices && !isFiat(before.denomination)) {
    problems.add('applyToInvoices', UNITS_PAY_NO_INVOICES)
  }
  problems.refuseIfAny()
  return updateObject(tx, scope, creditCurrencyKind, before.id, {
    name: body.name,
    apply_to_invoices: body.applyToInvoices,
    status: body.status,
  })
}

/** Stops new use of a credit currency. Existing balances can still be spent. */
export const archiveCreditCurrency = (
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
): Promise<CreditCurrency> => archiveObject(tx, scope, creditCurrencyKind, idOrSlug)
