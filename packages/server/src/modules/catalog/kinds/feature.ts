import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { type Feature, referenceProblem, requireActiveDependencies } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { featureKind, findCreditCurrency, findMetric } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

/** The references that each type of feature requires. All others are not allowed. */
const requiredFields: Record<Feature['type'], readonly string[]> = {
  boolean: [],
  metered: ['metricId'],
  credit: ['metricId', 'creditCurrencyId'],
  config: [],
  enum: [],
}

export async function createFeature(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createFeature>,
): Promise<Feature> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const { type } = body
  const problems = new Problems()
  const slug = problems.slugOf(body)

  /** Finds the object that a field refers to, if this type of feature has that field. */
  const resolve = async (
    field: 'metricId' | 'creditCurrencyId',
    noun: string,
    find: typeof findMetric | typeof findCreditCurrency,
  ): Promise<string | null> => {
    const idOrSlug = body[field]
    if (!requiredFields[type].includes(field)) {
      if (idOrSlug !== undefined)
        problems.add(field, `does not apply to a feature of type "${type}"`)
      return null
    }
    if (idOrSlug === undefined) {
      problems.add(field, `is required for a feature of type "${type}"`)
      return null
    }
    const found = await find(tx, scope.environmentId, idOrSlug)
    problems.add(field, referenceProblem(noun, idOrSlug, found ?? undefined))
    return found?.id ?? null
  }
  const metricId = await resolve('metricId', 'metric', findMetric)
  const creditCurrencyId = await resolve('creditCurrencyId', 'credit currency', findCreditCurrency)
  if (body.creditCost !== undefined && type !== 'credit') {
    problems.add('creditCost', `does not apply to a feature of type "${type}"`)
  }
  problems.refuseIfAny()

  return insertObject(tx, scope, featureKind, slug, {
    slug,
    name: body.name,
    type,
    metric_id: metricId,
    credit_currency_id: creditCurrencyId,
    credit_cost: type === 'credit' ? json(body.creditCost ?? { perUnit: '1', rules: [] }) : null,
    display_order: body.displayOrder ?? 0,
  })
}

export async function updateFeature(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateFeature>,
): Promise<Feature> {
  const before = await findObjectForUpdate(tx, scope, featureKind, idOrSlug)
  const problems = new Problems()
  if (body.creditCost !== undefined && before.type !== 'credit') {
    problems.add('creditCost', `does not apply to a feature of type "${before.type}"`)
  }
  problems.refuseIfAny()
  if (body.status === 'active' && before.status === 'archived') {
    await requireActiveReferences(tx, scope, before)
  }
  return updateObject(tx, scope, featureKind, before.id, {
    name: body.name,
    credit_cost: body.creditCost && json(body.creditCost),
    display_order: body.displayOrder,
    status: body.status,
  })
}

async function requireActiveReferences(
  tx: Tx,
  { environmentId }: Scope,
  { slug, metricId, creditCurrencyId }: Feature,
): Promise<void> {
  requireActiveDependencies(`The feature "${slug}"`, [
    { noun: 'metric', item: metricId && (await findMetric(tx, environmentId, metricId)) },
    {
      noun: 'credit currency',
      item: creditCurrencyId && (await findCreditCurrency(tx, environmentId, creditCurrencyId)),
    },
  ])
}

/** Stops new use of a feature. Plans that include it keep it. */
export const archiveFeature = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Feature> =>
  archiveObject(tx, scope, featureKind, idOrSlug)
