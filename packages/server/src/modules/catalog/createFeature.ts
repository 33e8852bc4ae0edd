import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { Feature } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { referenceProblem } from './core/reference.ts'
import { featureKind, findCreditCurrency, findMetric } from './read/metering.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

/** The fields that a feature of each type must have; a type has no others. */
const references: Record<Feature['type'], readonly string[]> = {
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

  /** Finds what a field refers to, when a feature of this type refers to anything there. */
  const resolve = async (
    field: 'metricId' | 'creditCurrencyId',
    noun: string,
    find: typeof findMetric | typeof findCreditCurrency,
  ): Promise<string | null> => {
    const named = body[field]
    if (!references[type].includes(field)) {
      if (named !== undefined) problems.add(field, `does not apply to a feature of type "${type}"`)
      return null
    }
    if (named === undefined) {
      problems.add(field, `is needed for a feature of type "${type}"`)
      return null
    }
    const found = await find(tx, scope.environmentId, named)
    problems.add(field, referenceProblem(noun, named, found ?? undefined))
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
