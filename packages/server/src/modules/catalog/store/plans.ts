import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { type PlanTerms, TERM_PARTS, type TermPart } from '../core/planTerms.ts'
import { findFeaturesBySlug } from '../read/metering.ts'
import { slugKey } from '../read/objects.ts'
import { keyTaken } from './objects.ts'

interface Trial {
  days: number
  requiresPaymentMethod: boolean
}

export interface NewPlan {
  slug: string
  productId: string
  tierId: string | null
  name: string
  description: string | null
  kind: string
  currency: string
  interval: string
  intervalCount: number
  trial: Trial | null
  isPublic: boolean
  status: string
  metadata: Record<string, unknown>
}

const trialColumns = (trial: Trial | null) => ({
  trial_days: trial?.days ?? null,
  trial_requires_payment_method: trial?.requiresPaymentMethod ?? false,
})

/** Adds a plan with its first version under a slug that is free; returns its id. */
export async function insertPlan(
  tx: Tx,
  { environmentId, now }: Scope,
  plan: NewPlan,
  terms: PlanTerms,
): Promise<string> {
  const taken = await tx
    .selectFrom('plans')
    .select('status')
    .where('environment_id', '=', environmentId)
    .where('slug', '=', plan.slug)
    .executeTakeFirst()
  if (taken) {
    throw keyTaken({ noun: 'plan', key: slugKey }, plan.slug, taken.status === 'archived')
  }
  const id = newId('plan')
  await tx
    .insertInto('plans')
    .values({
      environment_id: environmentId,
      id,
      slug: plan.slug,
      product_id: plan.productId,
      tier_id: plan.tierId,
      name: plan.name,
      description: plan.description,
      kind: plan.kind,
      currency: plan.currency,
      interval: plan.interval,
      interval_count: plan.intervalCount,
      ...trialColumns(plan.trial),
      is_public: plan.isPublic,
      status: plan.status,
      metadata: json(plan.metadata),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertVersion(tx, environmentId, { planId: id, version: 1 }, now)
  await insertTerms(tx, environmentId, { planId: id, version: 1 }, terms, TERM_PARTS)
  return id
}

export interface PlanChanges {
  name?: string | undefined
  description?: string | null | undefined
  tierId?: string | null | undefined
  isPublic?: boolean | undefined
  trial?: Trial | null | undefined
  status?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Changes what is not versioned; a field that is undefined stays as it is. */
export const updatePlanRow = (
  tx: Tx,
  { environmentId, now }: Scope,
  id: string,
  { name, description, tierId, isPublic, trial, status, metadata }: PlanChanges,
) =>
  tx
    .updateTable('plans')
    .set({
      name,
      description,
      tier_id: tierId,
      is_public: isPublic,
      ...(trial !== undefined && trialColumns(trial)),
      status,
      metadata: metadata && json(metadata),
      updated_at: now,
    })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()

interface VersionKey {
  planId: string
  version: number
}

/**
 * Locks the current version: from here on nobody subscribes to it until we are done, since a
 * subscription's foreign key must lock the same row. Who has subscribed is to be asked after this,
 * in a statement of its own, which sees those that we waited for.
 */
export async function lockCurrentVersion(
  tx: Tx,
  environmentId: string,
  planId: string,
): Promise<number> {
  const row = await tx
    .selectFrom('plan_versions')
    .select('version')
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', planId)
    .where('replaced_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  invariant(row, 'every plan has one current version')
  return row.version
}

/** Replaces the current version by a new one with these terms. */
export async function addPlanVersion(
  tx: Tx,
  { environmentId, now }: Scope,
  current: VersionKey,
  terms: PlanTerms,
): Promise<void> {
  await tx
    .updateTable('plan_versions')
    .set({ replaced_at: now })
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', current.planId)
    .where('version', '=', current.version)
    .execute()
  const next = { planId: current.planId, version: current.version + 1 }
  await insertVersion(tx, environmentId, next, now)
  await insertTerms(tx, environmentId, next, terms, TERM_PARTS)
}

/** Writes these parts of a version anew, in place: only for a version that nobody is on. */
export async function rewriteTerms(
  tx: Tx,
  environmentId: string,
  key: VersionKey,
  terms: PlanTerms,
  parts: readonly TermPart[],
): Promise<void> {
  for (const part of parts) {
    await tx
      .deleteFrom(tableOf[part])
      .where('environment_id', '=', environmentId)
      .where('plan_id', '=', key.planId)
      .where('version', '=', key.version)
      .execute()
  }
  await insertTerms(tx, environmentId, key, terms, parts)
}

const tableOf = {
  charges: 'plan_charges',
  entitlements: 'plan_entitlements',
  grantRules: 'plan_grant_rules',
} as const satisfies Record<TermPart, string>

const insertVersion = (tx: Tx, environmentId: string, { planId, version }: VersionKey, now: Date) =>
  tx
    .insertInto('plan_versions')
    .values({ environment_id: environmentId, plan_id: planId, version, created_at: now })
    .execute()

async function insertTerms(
  tx: Tx,
  environmentId: string,
  { planId, version }: VersionKey,
  { charges, entitlements, grantRules }: PlanTerms,
  parts: readonly TermPart[],
): Promise<void> {
  const key = { environment_id: environmentId, plan_id: planId, version }
  const slugs = [...charges, ...entitlements].flatMap(({ featureSlug }) => featureSlug ?? [])
  const features = await findFeaturesBySlug(tx, environmentId, slugs)
  const featureIdOf = (slug: string): string => {
    const id = features.get(slug)?.id
    invariant(id, `the feature "${slug}" was found when the plan was checked`)
    return id
  }
  if (parts.includes('charges') && charges.length > 0) {
    await tx
      .insertInto('plan_charges')
      .values(
        charges.map((charge, position) => ({
          ...key,
          id: newId('charge'),
          position,
          type: charge.type,
          name: charge.name,
          pricing: json(charge.pricing),
          metric_id: charge.metricId,
          feature_id: charge.featureSlug === null ? null : featureIdOf(charge.featureSlug),
          quantity: charge.quantity,
          timing: charge.timing,
          minimum: charge.minimum,
          filters: json(charge.filters),
        })),
      )
      .execute()
  }
  if (parts.includes('entitlements') && entitlements.length > 0) {
    await tx
      .insertInto('plan_entitlements')
      .values(
        entitlements.map(({ featureSlug, ...terms }, position) => ({
          ...key,
          feature_id: featureIdOf(featureSlug),
          position,
          terms: json(terms),
        })),
      )
      .execute()
  }
  if (parts.includes('grantRules') && grantRules.length > 0) {
    await tx
      .insertInto('plan_grant_rules')
      .values(
        grantRules.map((rule, position) => ({
          ...key,
          position,
          credit_currency_id: rule.creditCurrencyId,
          amount: rule.amount,
          cadence: rule.cadence,
          expires: json(rule.expires),
          rollover: json(rule.rollover),
          priority: rule.priority,
          on_change: rule.onChange,
        })),
      )
      .execute()
  }
}
