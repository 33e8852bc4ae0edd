import {
  type CatalogChange,
  type CatalogDocument,
  type CatalogKind,
  type catalogEndpoints,
  type Problem,
  type ResponseOf,
  sectionOf,
} from '@purser/contract'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withSavepoint } from '../../../platform/db/withSavepoint.ts'
import { planVersionHasSubscribers } from '../../subscriptions/read.ts'
import { bumpCatalogVersion } from '../kinds/catalogVersion.sql.ts'
import { archiveCoupon, createCoupon, updateCoupon } from '../kinds/coupon.ts'
import {
  archiveCreditCurrency,
  createCreditCurrency,
  updateCreditCurrency,
} from '../kinds/creditCurrency.ts'
import {
  archiveCreditPackage,
  createCreditPackage,
  updateCreditPackage,
} from '../kinds/creditPackage.ts'
import { archiveFeature, createFeature, updateFeature } from '../kinds/feature.ts'
import { archiveMetric, createMetric, updateMetric } from '../kinds/metric.ts'
import { archiveProduct, createProduct, updateProduct } from '../kinds/product.ts'
import { archiveTier, createTier, updateTier } from '../kinds/tier.ts'
import { createPlan } from '../plan/createPlan.ts'
import { archivePlan, publishPlan } from '../plan/publishPlan.ts'
import { updatePlan } from '../plan/updatePlan.ts'
import { referencesOf, type StoredCatalog } from './catalogEntry.core.ts'
import {
  type AbsentPolicy,
  type CatalogStep,
  type DiffOptions,
  diffCatalog,
  editsTerms,
} from './diffCatalog.core.ts'
import { readStoredCatalog } from './readCatalogDocument.ts'

interface ApplyOptions {
  dryRun?: boolean
  absent?: AbsentPolicy
  /** Updates or keeps an existing object that differs from its entry. */
  present?: 'update' | 'keep'
}

type CatalogDiff = ResponseOf<typeof catalogEndpoints.putCatalog>

/**
 * Makes the catalog equal to a document, completely or not at all. A dry run applies the changes
 * and rolls them back, so it finds every problem that a real run would find.
 */
export async function applyCatalogDocument(
  tx: Tx,
  scope: Scope,
  document: CatalogDocument,
  { dryRun = false, absent = 'archive', present = 'update' }: ApplyOptions = {},
): Promise<CatalogDiff> {
  const changes = await withSavepoint(
    tx,
    () => applyChanges(tx, scope, document, { absent, present }),
    // Without changes the version must stay the same. Otherwise caches would reload unnecessarily.
    (changes) => !dryRun && changes.length > 0,
  )
  return { applied: !dryRun && changes.length > 0, changes }
}

async function applyChanges(
  tx: Tx,
  scope: Scope,
  document: CatalogDocument,
  options: Pick<DiffOptions, 'absent' | 'present'>,
): Promise<CatalogChange[]> {
  // First, because this serializes catalog writes: the stored catalog must not change during the
  // comparison.
  await bumpCatalogVersion(tx, scope.environmentId)
  const stored = await readStoredCatalog(tx, scope.environmentId)
  const preliminary = diffCatalog(stored, document, {
    ...options,
    plansWithSubscribers: new Set(),
  })
  const plansWithSubscribers = await findPlansWithSubscribers(tx, scope, stored, preliminary.steps)
  const { steps, problems } = diffCatalog(stored, document, { ...options, plansWithSubscribers })
  const allProblems = [...problems, ...(await runSteps(tx, scope, steps))]
  if (allProblems.length > 0) throw invalidRequest(allProblems)
  return steps.map(({ change }) => change)
}

/** Returns the slugs of the plans that have subscribers and whose terms would change. */
async function findPlansWithSubscribers(
  tx: Tx,
  { environmentId }: Scope,
  stored: StoredCatalog,
  steps: readonly CatalogStep[],
): Promise<Set<string>> {
  const changingIds = new Set(
    steps.filter(({ id, body }) => id !== null && editsTerms(body)).map(({ id }) => id),
  )
  const subscribed = new Set<string>()
  for (const { id, slug, version } of stored.plans) {
    if (!changingIds.has(id)) continue
    if (await planVersionHasSubscribers(tx, environmentId, id, version)) subscribed.add(slug)
  }
  return subscribed
}

/**
 * Runs all steps, even after a failure, and returns all problems with their paths in the document.
 */
async function runSteps(tx: Tx, scope: Scope, steps: readonly CatalogStep[]): Promise<Problem[]> {
  const failed = new Set<string>()
  const problems: Problem[] = []
  for (const step of steps) {
    const { kind, slug } = step.change
    if (failed.has(`${kind} ${slug}`)) continue
    try {
      await withSavepoint(tx, () => runStep(tx, scope, step))
    } catch (error) {
      const failedReferences = referencesOf(step.entry).filter((to) =>
        failed.has(`${to.kind} ${to.to}`),
      )
      for (const { path, message } of problemsOf(error)) {
        // A step that fails only because an entry it refers to failed is not a separate problem.
        if (failedReferences.some((reference) => path === '' || path === reference.path)) continue
        problems.push({ path: [sectionOf[kind], slug, path].filter(Boolean).join('.'), message })
      }
      failed.add(`${kind} ${slug}`)
    }
  }
  return problems
}

/** Returns the problems of a rejected request. Any other error stops the run. */
function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof PurserError) || error.status >= 500) throw error
  return error.code === 'invalid_request' && Array.isArray(error.details)
    ? error.details
    : [{ path: '', message: error.message }]
}

type UseCases = Record<
  CatalogKind,
  {
    create(tx: Tx, scope: Scope, body: never): Promise<unknown>
    update(tx: Tx, scope: Scope, id: string, body: never): Promise<unknown>
    archive(tx: Tx, scope: Scope, id: string): Promise<unknown>
  }
>

const useCases: UseCases = {
  product: { create: createProduct, update: updateProduct, archive: archiveProduct },
  creditCurrency: {
    create: createCreditCurrency,
    update: updateCreditCurrency,
    archive: archiveCreditCurrency,
  },
  metric: { create: createMetric, update: updateMetric, archive: archiveMetric },
  feature: { create: createFeature, update: updateFeature, archive: archiveFeature },
  tier: { create: createTier, update: updateTier, archive: archiveTier },
  plan: { create: createPlan, update: updatePlan, archive: archivePlan },
  creditPackage: {
    create: createCreditPackage,
    update: updateCreditPackage,
    archive: archiveCreditPackage,
  },
  coupon: { create: createPossiblyExpiredCoupon, update: updateCoupon, archive: archiveCoupon },
}

/** A copied catalog may contain an expired coupon, which `createCoupon` would reject. */
async function createPossiblyExpiredCoupon(
  tx: Tx,
  scope: Scope,
  body: Parameters<typeof createCoupon>[2],
) {
  const { expiresAt, ...withoutExpiry } = body
  if (!expiresAt || new Date(expiresAt) > scope.now) return createCoupon(tx, scope, body)
  const { id } = await createCoupon(tx, scope, withoutExpiry)
  return updateCoupon(tx, scope, id, { expiresAt })
}

function runStep(tx: Tx, scope: Scope, { change, id, body }: CatalogStep): Promise<unknown> {
  const { create, update, archive } = useCases[change.kind]
  // The body is a validated entry, or the subset of its fields that the update accepts.
  if (id === null) return create(tx, scope, body as never)
  if (change.action === 'archive') return archive(tx, scope, id)
  if (change.action === 'publish') return publishPlan(tx, scope, id)
  return update(tx, scope, id, body as never)
}
