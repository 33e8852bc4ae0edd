import {
  type CatalogChange,
  type CatalogDocument,
  type CatalogKind,
  type Problem,
  sectionOf,
  updateCouponBody,
  updateCreditCurrencyBody,
  updateCreditPackageBody,
  updateFeatureBody,
  updateMetricBody,
  updatePlanBody,
  updateProductBody,
  updateTierBody,
} from '@purser/contract'
import { TERM_PARTS } from '../plan/planTerms.core.ts'
import { keyOf } from './catalogDocument.core.ts'
import {
  type CatalogEntry,
  fillEntry,
  kindsInOrder,
  referencesOf,
  type SlugOf,
  type StoredCatalog,
  slugsOf,
} from './catalogEntry.core.ts'
import { compareBytes, differencesOf } from './json.core.ts'

/** One change and the arguments of its use case. */
export interface CatalogStep {
  change: CatalogChange
  /** Id of the object to change; null for a new object. */
  id: string | null
  body: CatalogEntry
  /** The complete entry of the document; empty for an object that the document omits. */
  entry: CatalogEntry
}

export interface PlannedChanges {
  steps: CatalogStep[]
  /** Changes that are impossible, with their paths in the document. */
  problems: Problem[]
}

/** Archives or keeps objects that their section omits. A function selects the ones to archive. */
export type AbsentPolicy = 'archive' | 'keep' | ((kind: CatalogKind, slug: string) => boolean)

export interface DiffOptions {
  absent: AbsentPolicy
  /** Updates or keeps an existing object that differs from its entry. */
  present: 'update' | 'keep'
  /** Slugs of plans whose current version has subscribers and must not change. */
  plansWithSubscribers: ReadonlySet<string>
}

type Stored = StoredCatalog[keyof StoredCatalog][number]

/** The fields that an update may change. All other fields are fixed at creation. */
const changeable: Record<CatalogKind, CatalogEntry> = {
  product: updateProductBody.shape,
  creditCurrency: updateCreditCurrencyBody.shape,
  metric: updateMetricBody.shape,
  feature: updateFeatureBody.shape,
  tier: updateTierBody.shape,
  plan: updatePlanBody.shape,
  creditPackage: updateCreditPackageBody.shape,
  coupon: updateCouponBody.shape,
}

/**
 * Returns true if an update of a plan changes its terms, so that a plan with subscribers needs a
 * new version.
 */
export const editsTerms = (body: CatalogEntry): boolean => TERM_PARTS.some((part) => part in body)

/** Coupon codes are case-insensitive. */
const identityOf = (kind: CatalogKind, key: string): string =>
  kind === 'coupon' ? key.toLowerCase() : key

const entriesOf = (document: CatalogDocument, kind: CatalogKind): [string, CatalogEntry][] =>
  Object.entries(document[sectionOf[kind]] ?? {}).sort(([a], [b]) => compareBytes(a, b))

/**
 * Computes the steps that make a catalog equal to a document. Each object comes after the objects
 * it may refer to. Archive steps come last, in reverse order, so that no step refers to an archived
 * object.
 */
export function diffCatalog(
  stored: StoredCatalog,
  document: CatalogDocument,
  { absent, present, plansWithSubscribers }: DiffOptions,
): PlannedChanges {
  const slugOf = slugsOf(stored)
  const problems: Problem[] = []
  const steps: CatalogStep[] = []
  const archives: CatalogStep[] = []
  for (const kind of kindsInOrder) {
    const section = sectionOf[kind]
    const objects: readonly Stored[] = stored[section]
    const byIdentity = new Map(objects.map((object) => [identityOf(kind, keyOf(object)), object]))
    const identities = new Set<string>()
    for (const [key, entry] of entriesOf(document, kind)) {
      const refuse = (path: string, message: string) =>
        problems.push({ path: `${section}.${key}${path && `.${path}`}`, message })
      const identity = identityOf(kind, key)
      if (identities.has(identity)) {
        refuse('', 'is a duplicate: codes are case-insensitive')
        continue
      }
      identities.add(identity)
      const object = byIdentity.get(identity)
      if (object && present === 'keep') continue
      if (object) {
        const subscribed = kind === 'plan' && plansWithSubscribers.has(key)
        steps.push(...changeSteps({ kind, object, entry, slugOf, subscribed, refuse }))
      } else steps.push(createStep(kind, key, entry))
    }
    if (absent === 'keep' || document[section] === undefined) continue
    const candidates = archiveSteps(kind, objects, identities)
    archives.push(
      ...(absent === 'archive'
        ? candidates
        : candidates.filter(({ change }) => absent(kind, change.slug))),
    )
  }
  problems.push(...referencesToArchivedObjects(document, archives, slugOf))
  return { steps: [...steps, ...archives.reverse()], problems }
}

const createStep = (kind: CatalogKind, key: string, entry: CatalogEntry): CatalogStep => ({
  change: { action: 'create', kind, slug: key, fields: [] },
  id: null,
  body: { [kind === 'coupon' ? 'code' : 'slug']: key, ...entry },
  entry,
})

const archiveSteps = (
  kind: CatalogKind,
  objects: readonly Stored[],
  identities: ReadonlySet<string>,
): CatalogStep[] =>
  objects
    .filter((object) => object.status !== 'archived')
    .filter((object) => !identities.has(identityOf(kind, keyOf(object))))
    .sort((a, b) => compareBytes(keyOf(b), keyOf(a)))
    .map((object) => ({
      change: { action: 'archive', kind, slug: keyOf(object), fields: [] },
      id: object.id,
      body: {},
      entry: {},
    }))

interface Comparison {
  kind: CatalogKind
  object: Stored
  entry: CatalogEntry
  slugOf: SlugOf
  subscribed: boolean
  refuse(path: string, message: string): void
}

/** Returns the steps that turn a stored object into its entry; none if they are equal. */
function changeSteps(comparison: Comparison): CatalogStep[] {
  const { kind, object, entry, refuse } = comparison
  const step = (action: CatalogChange['action'], body: CatalogEntry): CatalogStep => ({
    change: { action, kind, slug: keyOf(object), fields: [] },
    id: object.id,
    body,
    entry,
  })
  // Update first, so that the object is restored with its new values.
  const update = updateStep(comparison)
  if (kind !== 'plan') {
    return object.status === 'archived'
      ? [...update, step('restore', { status: 'active' })]
      : update
  }
  if (entry.status === object.status) return update
  if (entry.status === 'active') return [...update, step('publish', {})]
  refuse('status', `an ${object.status} plan cannot go back to draft; use a new slug`)
  return update
}

function updateStep({
  kind,
  object,
  entry,
  slugOf,
  subscribed,
  refuse,
}: Comparison): CatalogStep[] {
  // The status of a plan changes only by publishing and archiving.
  const { status: _oldStatus, ...before } = fillEntry(kind, object, slugOf)
  const { status: _newStatus, ...after } = fillEntry(kind, entry, slugOf)
  const body: Record<string, unknown> = {}
  const fields = Object.keys(after).flatMap((name) => {
    const differences = differencesOf(before[name], after[name], name)
    if (differences.length === 0) return []
    if (Object.hasOwn(changeable[kind], name)) body[name] = entry[name] ?? after[name]
    else refuse(name, fixedMessage(kind, before[name], after[name]))
    return differences
  })
  // Continue after a fixed field was rejected, because other fields may have problems too.
  if (Object.keys(body).length === 0) return []
  const change: CatalogChange = { action: 'update', kind, slug: keyOf(object), fields }
  if (subscribed && editsTerms(body)) change.action = 'new_version'
  return [{ change, id: object.id, body, entry }]
}

const fixedMessage = (kind: CatalogKind, before: unknown, after: unknown): string =>
  `cannot change from ${JSON.stringify(before)} to ${JSON.stringify(after)}; use a new ${
    kind === 'coupon' ? 'code' : 'slug'
  }`

/** Finds references to objects that the document itself archives by omitting them. */
function referencesToArchivedObjects(
  document: CatalogDocument,
  archives: readonly CatalogStep[],
  slugOf: SlugOf,
): Problem[] {
  const archived = new Set(archives.map(({ change }) => `${change.kind} ${change.slug}`))
  return kindsInOrder.flatMap((kind) =>
    entriesOf(document, kind).flatMap(([key, entry]) =>
      referencesOf(entry)
        .filter((reference) => archived.has(`${reference.kind} ${slugOf(reference.to)}`))
        .map(({ path, kind: target, to }) => ({
          path: `${sectionOf[kind]}.${key}.${path}`,
          message: `refers to "${to}", which is archived because the section ${sectionOf[target]} omits it`,
        })),
    ),
  )
}
