import type { Offer } from '@purser/pricing-reader'
import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { GuardedFetch } from '../../../platform/net/guardedFetch.ts'
import { readScope } from '../../organizations/read.ts'
import { adoptEntries } from '../apply/adopt.core.ts'
import { findPageChanges } from '../apply/findPageChanges.ts'
import type { CatalogDraft, DraftEntry } from '../draft/CatalogDraft.core.ts'
import { draftCatalog } from '../draft/draftCatalog.core.ts'
import { type Model, ModelError } from '../model/model.ts'
import { fetchPricingPage } from '../page/fetchPricingPage.ts'
import { loadPricingReader } from '../page/loadPricingReader.ts'
import { readPageInThread } from '../page/readPageInThread.ts'
import { UnreadablePage } from '../page/UnreadablePage.core.ts'
import { createDraftObjects } from './createDraftObjects.ts'
import { appendRunEvents, findRun, listRunEvents, type RunEvent } from './events.sql.ts'
import { isRunEnded, MAX_ATTEMPTS, type RunStatus } from './runState.core.ts'
import { findLastCompleted, lockRun, patchRun, type StoredRun } from './runs.sql.ts'
import { settleSlugs } from './settleSlugs.ts'

export interface OnboardingOptions {
  db: Database
  clock: Clock
  fetch: GuardedFetch
  /** Null: only rules read pages. */
  ask: Model | null
}

/** Reads a page, drafts its catalog and creates the objects. */
export async function runOnboarding(options: OnboardingOptions, run: StoredRun): Promise<void> {
  try {
    if (run.attemptCount > MAX_ATTEMPTS) {
      throw new UnreadablePage('Reading this page was interrupted several times. Try again.')
    }
    await createAll(options, run, run.draft ?? (await readPage(options, run)))
    await completeRun(options, run)
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error
    await failRun(options, run, error.message)
  }
}

/** Fetches and reads the page, and stores a draft before any object is created. */
async function readPage(options: OnboardingOptions, run: StoredRun): Promise<CatalogDraft> {
  await moveTo(options, run, 'fetching')
  const html = await fetchPricingPage(options.fetch, run.url)
  await moveTo(options, run, 'extracting')
  const offer = await readOffer(options, html)
  if (!offersAnything(offer)) {
    throw new UnreadablePage(
      ['No plans or prices were found on this page.', ...offer.missed].join(' '),
    )
  }
  return changeRun(options, run, async (tx, locked, { environmentId, now }) => {
    const draft = await settleSlugs(tx, environmentId, draftCatalog(offer, { url: run.url }))
    const last = await findLastCompleted(tx, environmentId, draft.productSlug)
    await patchRun(tx, locked, { status: 'creating', draft, adopted: last?.adopted ?? {} }, now)
    await appendRunEvents(tx, locked, [statusOf(run, 'creating'), ...draftEvents(draft)], now)
    return draft
  })
}

/** Reads the offer with rules and a model. The rules are enough if the model fails. */
async function readOffer({ ask }: OnboardingOptions, html: string): Promise<Offer> {
  if (!ask) return (await readPageInThread(html)).offer
  // Both load the reader. At the same time, because the lease is limited, and before the model is
  // asked, because its answer costs money.
  const [{ offer, text }, { mergeModelReading }] = await Promise.all([
    readPageInThread(html),
    loadPricingReader(),
  ])
  try {
    return mergeModelReading(offer, await ask(text), text)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const missed = `The model could not help to read the page: ${error.message}.`
    return { ...offer, missed: [...offer.missed, missed] }
  }
}

const offersAnything = ({ tiers, addons, creditPackages, usagePrices }: Offer): boolean =>
  [tiers, addons, creditPackages, usagePrices].some(({ length }) => length > 0)

const statusOf = ({ id }: StoredRun, status: RunStatus): RunEvent => ({
  event: 'status',
  data: { id, status },
})

const moveTo = (options: OnboardingOptions, run: StoredRun, status: RunStatus): Promise<void> =>
  changeRun(options, run, async (tx, locked, { now }) => {
    await patchRun(tx, locked, { status }, now)
    await appendRunEvents(tx, locked, [statusOf(run, status)], now)
  })

/** Events for the drafted objects, and for those that are left out on purpose. */
const draftEvents = ({ entries, skipped }: CatalogDraft): RunEvent[] => [
  ...entries.map(
    ({ kind, name, confidence, evidence }): RunEvent => ({
      event: 'found',
      data: { kind, name, confidence, evidence },
    }),
  ),
  ...skipped.map(
    ({ kind, name, reason }): RunEvent => ({
      event: 'skipped',
      data: { kind, id: null, slug: null, name, confidence: 1, evidence: null, reason },
    }),
  ),
]

/**
 * Creates the objects in steps, each in its own transaction, so that progress is visible and a stop
 * loses nothing.
 */
async function createAll(
  options: OnboardingOptions,
  run: StoredRun,
  { entries }: CatalogDraft,
): Promise<void> {
  const events = await listRunEvents(options.db, run.environmentId, run.id, 0)
  const done = new Set(
    events.map(({ data }) => ('slug' in data && data.slug ? `${data.kind} ${data.slug}` : null)),
  )
  const open = entries.filter(({ kind, slug }) => !done.has(`${kind} ${slug}`))
  for (const step of inSteps(open)) {
    await changeRun(options, run, async (tx, locked, scope) => {
      const outcomes = await createDraftObjects(tx, scope, step)
      await appendRunEvents(tx, locked, outcomes, scope.now)
      const created = step.filter((_, at) => outcomes[at]?.event === 'created')
      await patchRun(tx, locked, { adopted: adoptEntries(locked.adopted, created) }, scope.now)
    })
  }
}

const completeRun = (options: OnboardingOptions, run: StoredRun): Promise<void> =>
  changeRun(options, run, async (tx, locked, scope) => {
    const { environmentId, now } = scope
    const { draft } = locked
    if (!draft) throw new Error(`the run ${run.id} has no draft`)
    const last = await findLastCompleted(tx, environmentId, draft.productSlug)
    const before = last?.adopted ?? {}
    const { changes, failed } = await findPageChanges(tx, scope, before, draft.entries)
    const events = await listRunEvents(tx, environmentId, run.id, 0)
    const product = events.find(
      ({ event, data }) => event !== 'found' && 'kind' in data && data.kind === 'product',
    )
    const productId = product && 'id' in product.data ? product.data.id : null
    await patchRun(tx, locked, { status: 'completed', changes, productId }, now)
    await appendRunEvents(tx, locked, [...failed, statusOf(run, 'completed')], now)
    const data = await findRun(tx, environmentId, run.id)
    await emitEvent(tx, scope, { type: 'onboarding.completed', customerId: null, data })
  })

const failRun = (options: OnboardingOptions, run: StoredRun, error: string): Promise<void> =>
  changeRun(options, run, async (tx, locked, scope) => {
    await patchRun(tx, locked, { status: 'failed', error }, scope.now)
    await appendRunEvents(tx, locked, [statusOf(run, 'failed')], scope.now)
    const data = await findRun(tx, scope.environmentId, run.id)
    await emitEvent(tx, scope, { type: 'onboarding.failed', customerId: null, data })
  })

/** Runs one step in a transaction, unless another worker has taken over the run. */
function changeRun<T>(
  { db, clock }: { db: Database; clock: Clock },
  { environmentId, id, attemptCount }: StoredRun,
  step: (tx: Tx, run: StoredRun, scope: Scope) => Promise<T>,
): Promise<T> {
  return withTransaction(db, async (tx) => {
    const run = await lockRun(tx, { environmentId, id })
    if (!run || isRunEnded(run.status) || run.attemptCount !== attemptCount) {
      throw new Error(`another worker has taken over the onboarding run ${id}`)
    }
    return step(tx, run, await readScope(tx, environmentId, clock.now()))
  })
}

/** Large enough to be fast, and small enough to show progress. */
const MOST = 12

/** Groups the entries into steps of one kind each, in the order of creation. */
function inSteps(entries: readonly DraftEntry[]): DraftEntry[][] {
  const steps: DraftEntry[][] = []
  for (const drafted of entries) {
    const last = steps.at(-1)
    if (last && last.length < MOST && last[0]?.kind === drafted.kind) last.push(drafted)
    else steps.push([drafted])
  }
  return steps
}
