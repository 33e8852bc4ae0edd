import type { Problem } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  findCreditCurrencies,
  findFeaturesBySlug,
  findMetrics,
  findProduct,
  findTier,
} from '../kinds/kinds.sql.ts'
import { NO_TERMS, type PlanInput, type PlanReferences, type PlanTerms } from './planTerms.core.ts'
import { validatePlan } from './validatePlan.core.ts'

interface CheckedPlan {
  references: PlanReferences
  /** All problems. The terms are valid only if there are none. */
  problems: Problem[]
  terms: PlanTerms
}

/** Looks up the references of a plan and validates the plan. */
export async function checkPlan(
  tx: Tx,
  { environmentId }: Scope,
  input: PlanInput,
  current: CurrentPlan | null = null,
): Promise<CheckedPlan> {
  const references = await readPlanReferences(tx, environmentId, input, current)
  const result = validatePlan(input, references, current?.terms)
  return { references, problems: [], terms: NO_TERMS, ...result }
}

/** The stored references of an existing plan. */
interface CurrentPlan {
  productId: string
  tierId: string | null
  terms: PlanTerms
}

/** Reads the current and the new references of a plan in five queries. */
async function readPlanReferences(
  tx: Tx,
  environmentId: string,
  input: PlanInput,
  current: CurrentPlan | null,
): Promise<PlanReferences> {
  const { charges = [], entitlements = [], grantRules = [] } = current?.terms ?? {}
  const listOf = <T>(value: T | null | undefined): T[] =>
    value === undefined || value === null ? [] : [value]
  const slugsInUse = [
    ...charges.flatMap(({ featureSlug }) => listOf(featureSlug)),
    ...entitlements.map(({ featureSlug }) => featureSlug),
  ]
  const features = await findFeaturesBySlug(tx, environmentId, [
    ...slugsInUse,
    ...(input.charges ?? []).flatMap(({ featureSlug }) => listOf(featureSlug)),
    ...(input.entitlements ?? []).map(({ featureSlug }) => featureSlug),
  ])
  const metrics = await findMetrics(
    tx,
    environmentId,
    (input.charges ?? []).flatMap(({ metricId }) => listOf(metricId)),
  )
  const creditCurrencies = await findCreditCurrencies(
    tx,
    environmentId,
    (input.grantRules ?? []).map(({ creditCurrencyId }) => creditCurrencyId),
  )
  return {
    product: (await findProduct(tx, environmentId, input.productId)) ?? undefined,
    tier:
      input.tierId === null
        ? undefined
        : ((await findTier(tx, environmentId, input.tierId)) ?? undefined),
    metrics,
    features,
    creditCurrencies,
    inUse: new Set([
      ...listOf(current?.productId),
      ...listOf(current?.tierId),
      ...slugsInUse.flatMap((slug) => listOf(features.get(slug)?.id)),
      ...charges.flatMap(({ metricId }) => listOf(metricId)),
      ...grantRules.map(({ creditCurrencyId }) => creditCurrencyId),
    ]),
  }
}
