import type { Plan } from '@purser/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import { keyTakenError, slugKey } from '../kinds/catalogObject.sql.ts'
import { isOfProduct } from '../kinds/kinds.sql.ts'
import type { PlanTerms } from './planTerms.core.ts'
import { insertPlanVersion, readPlanTerms } from './planVersions.sql.ts'

/** Selects one row per plan version. */
const selectVersions = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('plans as p')
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.environment_id', '=', 'p.environment_id').onRef('v.plan_id', '=', 'p.id'),
    )
    .selectAll('p')
    .select(['v.version', 'v.replaced_at', 'v.created_at as version_created_at'])
    .where('p.environment_id', '=', environmentId)

/** The current version is the one that has not been replaced. */
const selectCurrent = (tx: Tx, environmentId: string) =>
  selectVersions(tx, environmentId).where('v.replaced_at', 'is', null)

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number]

/** Reads the terms of all rows in a fixed number of queries. */
async function render(tx: Tx, environmentId: string, rows: readonly VersionRow[]): Promise<Plan[]> {
  const terms = await readPlanTerms(
    tx,
    environmentId,
    rows.map(({ id, version }) => ({ planId: id, version })),
  )
  return rows.map((row, index) => ({
    id: row.id,
    productId: row.product_id,
    tierId: row.tier_id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    kind: row.kind as Plan['kind'],
    currency: row.currency,
    interval: row.interval as Plan['interval'],
    intervalCount: row.interval_count,
    trial:
      row.trial_days === null
        ? null
        : { days: row.trial_days, requiresPaymentMethod: row.trial_requires_payment_method },
    isPublic: row.is_public,
    status: row.replaced_at ? 'migrated' : (row.status as Plan['status']),
    version: row.version,
    ...(terms[index] ?? { charges: [], entitlements: [], grantRules: [] }),
    metadata: row.metadata as Plan['metadata'],
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.replaced_at ?? row.updated_at).toISOString(),
  }))
}

/** Finds the current version of a plan by id or slug. */
export async function findPlan(
  tx: Tx,
  environmentId: string,
  idOrSlug: string,
): Promise<Plan | null> {
  const rows = await selectCurrent(tx, environmentId)
    .where((eb) => eb.or([eb('p.id', '=', idOrSlug), eb('p.slug', '=', idOrSlug)]))
    // If a slug equals another plan's id, the id wins.
    .orderBy(sql`p.id = ${idOrSlug}`, 'desc')
    .limit(1)
    .execute()
  return (await render(tx, environmentId, rows))[0] ?? null
}

interface PlanFilter {
  status?: Plan['status'] | undefined
  /** Id or slug of the product. */
  productId?: string | undefined
  /** Returns only public plans of active products. */
  onlyPublic?: boolean | undefined
}

type PlanPage = { data: Plan[]; nextCursor: string | null }

/** Returns one page of plans, newest first. The status `migrated` lists replaced versions. */
export async function listPlans(
  tx: Tx,
  environmentId: string,
  { status, productId, onlyPublic = false }: PlanFilter,
  page: PageRequest,
): Promise<PlanPage> {
  const ofProduct = isOfProduct(sql.ref('p.product_id'), environmentId, productId)
  if (status === 'migrated')
    return listVersions(
      tx,
      environmentId,
      sql`(
    ${ofProduct} AND v.replaced_at IS NOT NULL)`,
      page,
    )
  const rows = await selectCurrent(tx, environmentId)
    .where(ofProduct)
    .$if(status !== undefined, (query) => query.where('p.status', '=', status ?? ''))
    .$if(onlyPublic, (query) =>
      query
        .where('p.is_public', '=', true)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('products')
              .select('products.id')
              .whereRef('products.environment_id', '=', 'p.environment_id')
              .whereRef('products.id', '=', 'p.product_id')
              .where('products.status', '=', 'active'),
          ),
        ),
    )
    .where(afterCursor(page, sql.ref('p.created_at'), sql.ref('p.id')))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return pageOfPlans(
    await render(tx, environmentId, rows),
    rows.map((row) => ({ createdAt: row.created_at, id: row.id })),
    page,
  )
}

/** Returns one page of a plan's versions, newest first. */
export const listPlanVersions = (
  tx: Tx,
  environmentId: string,
  planId: string,
  page: PageRequest,
): Promise<PlanPage> => listVersions(tx, environmentId, sql`p.id = ${planId}`, page)

async function listVersions(
  tx: Tx,
  environmentId: string,
  where: RawBuilder<SqlBool>,
  page: PageRequest,
): Promise<PlanPage> {
  // Several versions of a plan may have the same timestamp, so the position includes the version.
  const position = sql<string>`p.id || '/' || lpad(v.version::text, 10, '0')`
  const rows = await selectVersions(tx, environmentId)
    .select(position.as('position'))
    .where(where)
    .where(afterCursor(page, sql.ref('v.created_at'), position))
    .orderBy('v.created_at', 'desc')
    .orderBy(position, 'desc')
    .limit(page.limit + 1)
    .execute()
  return pageOfPlans(
    await render(tx, environmentId, rows),
    rows.map((row) => ({ createdAt: row.version_created_at, id: row.position })),
    page,
  )
}

const pageOfPlans = (
  plans: readonly Plan[],
  positions: readonly { createdAt: Date; id: string }[],
  page: PageRequest,
): PlanPage =>
  pageOf(
    positions.flatMap((position, index) => {
      const plan = plans[index]
      return plan ? [{ ...position, plan }] : []
    }),
    page.limit,
    ({ plan }) => plan,
  )

/** Returns the current version of every plan, oldest first. */
export async function listAllPlans(tx: Tx, environmentId: string): Promise<Plan[]> {
  const rows = await selectCurrent(tx, environmentId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
  return render(tx, environmentId, rows)
}

/** Returns the active public plans of a product, oldest first. */
export async function listPlansOnSale(
  tx: Tx,
  environmentId: string,
  productId: string,
): Promise<Plan[]> {
  const rows = await selectCurrent(tx, environmentId)
    .where('p.product_id', '=', productId)
    .where('p.status', '=', 'active')
    .where('p.is_public', '=', true)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
  return render(tx, environmentId, rows)
}

/** Returns the current version of a plan. Throws if the plan does not exist. */
export async function getPlan(tx: Tx, scope: Scope, idOrSlug: string): Promise<Plan> {
  const plan = await findPlan(tx, scope.environmentId, idOrSlug)
  if (!plan) throw notFound('plan', idOrSlug)
  return plan
}

interface Trial {
  days: number
  requiresPaymentMethod: boolean
}

interface NewPlan {
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

/** Inserts a plan with its first version and returns its id. The slug must be unused. */
export async function insertPlan(
  tx: Tx,
  { environmentId, now }: Scope,
  plan: NewPlan,
  terms: PlanTerms,
): Promise<string> {
  const existing = await tx
    .selectFrom('plans')
    .select('status')
    .where('environment_id', '=', environmentId)
    .where('slug', '=', plan.slug)
    .executeTakeFirst()
  if (existing) {
    throw keyTakenError({ noun: 'plan', key: slugKey }, plan.slug, existing.status === 'archived')
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
  await insertPlanVersion(tx, { environmentId, now }, { planId: id, version: 1 }, terms)
  return id
}

interface PlanChanges {
  name?: string | undefined
  description?: string | null | undefined
  tierId?: string | null | undefined
  isPublic?: boolean | undefined
  trial?: Trial | null | undefined
  status?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Updates the fields that are not versioned. Undefined fields keep their value. */
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
