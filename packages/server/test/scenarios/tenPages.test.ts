import { readFile } from 'node:fs/promises'
import type {
  CheckResponse,
  OnboardingRun,
  PublicPricing,
  SettlementOutcome,
  TrackResult,
} from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../../src/modules/onboarding/testing/startSite.ts'
import { checkInvariants } from '../../src/platform/db/invariants/checkInvariants.ts'
import { startTestApp, type TestApp } from '../harness/app/testApp.ts'
import { type SoldByPage, soldByPage, type Use } from './tenPages/soldByPage.ts'

type Tier = PublicPricing['tiers'][number]
type Plan = Tier['plans'][number]

let app: TestApp
let site: Site
const runs = new Map<string, OnboardingRun>()
const publicPages = new Map<string, PublicPricing>()

beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  site = await startSite()
  const runIds = new Map<string, string>()
  for (const page of Object.keys(soldByPage)) {
    const file = new URL(`../pricingPages/${page}.html`, import.meta.url)
    site.answers[`/${page}`] = await readFile(file, 'utf8')
    const body = { url: `${site.origin}/${page}` }
    runIds.set(page, (await app.ok<{ id: string }>('startOnboarding', { body })).id)
  }
  for (const loop of app.app.jobs.loops ?? []) await loop.settle()
  for (const [page, id] of runIds) {
    const run = await app.ok<OnboardingRun>('getOnboardingRun', { params: { id } })
    runs.set(page, run)
    await app.ok('promoteCatalog', { body: { productId: run.productId } })
    for (const { kind, slug } of run.created) {
      if (kind === 'plan') await app.ok('publishPlan', { params: { id: slug ?? '' } })
    }
    const key = app.live.keys.publishable
    const productId = soldByPage[page]?.product.toLowerCase() ?? ''
    publicPages.set(page, await app.ok('getPublicPricing', { key, params: { productId } }))
  }
})
afterAll(async () => {
  site.stop()
  const breaches = await checkInvariants(app.pool, app.app.invariants)
  await app.stop()
  expect(breaches).toEqual([])
})

function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The expected value is missing.')
  return value
}

/** Converts a public pricing page to the format of `soldByPage`. */
function readShown({ product, currency, tiers, features }: PublicPricing) {
  const nameOf = new Map(features.map(({ slug, name }) => [slug, name]))
  const read = ({ plans, entitlementBySlug }: Tier) => {
    const beyond = plans.flatMap(({ charges }) => charges).flatMap(priceBeyond)
    return {
      prices: Object.fromEntries(plans.map(({ interval, price }) => [interval, price])),
      gives: Object.fromEntries(
        Object.entries(entitlementBySlug).map(([slug, entitlement]) => [
          nameOf.get(slug),
          cell(entitlement),
        ]),
      ),
      ...(beyond.length > 0 && { beyond: Object.fromEntries(beyond) }),
    }
  }
  const packages = new Map(
    tiers
      .flatMap(({ creditPackages }) => creditPackages)
      .map(({ name, credits, price }) => [name, [credits, price]]),
  )
  return {
    product: product.name,
    currency,
    popular: tiers.find(({ isPopular }) => isPopular)?.name ?? null,
    tiers: Object.fromEntries(tiers.map((tier) => [tier.name, read(tier)])),
    packages: Object.fromEntries(packages),
  }
}

const cell = ({ type, value, period }: Tier['entitlementBySlug'][string]) => {
  if (type === 'boolean') return '✓'
  return period ? `${value} per ${period}` : value
}

/** Finds the price of a unit beyond the included units. */
const priceBeyond = ({ type, name, pricing }: Plan['charges'][number]) =>
  type === 'usage' && 'tiers' in pricing ? [[name, pricing.tiers.at(-1)?.unitAmount]] : []

function planFor(page: string, tierName: string, interval: string | null): Plan {
  const tier = publicPages.get(page)?.tiers.find(({ name }) => name === tierName)
  return need(tier?.plans.find((plan) => interval === null || plan.interval === interval))
}

/** Creates a customer with a card on a plan of the sandbox. */
async function subscribe(customerId: string, plan: Plan, body: object = {}): Promise<string> {
  await app.ok('putCustomer', { params: { customerId }, body: { currency: plan.currency } })
  await app.ok('attachSandboxPaymentMethod', {
    body: { customerId, behaviour: 'success', isDefault: true },
  })
  const { kind } = await app.ok<SettlementOutcome>('createSubscription', {
    body: { customerId, planId: plan.slug, trialDays: 0, ...body },
  })
  expect(kind).toBe(plan.price > 0 ? 'charged_inline' : 'created_no_charge')
  return customerId
}

const track = (customerId: string, events: object[]) =>
  app.ok<TrackResult>('trackUsage', {
    body: { events: events.map((event) => ({ ...event, customerId })) },
  })

const balance = async (customerId: string) => {
  const { data } = await app.ok<{ data: { balance: number }[] }>('listCreditAccounts', {
    params: { customerId },
  })
  return data.reduce((sum, account) => sum + account.balance, 0)
}

const check = (customerId: string, featureSlug: string, requestedUsage: number) =>
  app.ok<CheckResponse>('check', { body: { customerId, featureSlug, requestedUsage } })

/** Lists the events to send by the name of the feature that they use. */
function contractOf(page: string) {
  const names = new Map(publicPages.get(page)?.features.map(({ slug, name }) => [slug, name]))
  return new Map(
    runs
      .get(page)
      ?.trackingContract.flatMap((tracked) =>
        tracked.featureSlugs.map((slug) => [names.get(slug), { ...tracked, slug }] as const),
      ),
  )
}

type Tracked = NonNullable<ReturnType<typeof contractOf> extends Map<unknown, infer V> ? V : never>

/** Checks that exactly the expected remainder is left after an event. */
async function expectCounted(
  customerId: string,
  use: Use,
  { slug, metric, exampleEvent }: Tracked,
) {
  const quantity = Number(exampleEvent.quantity ?? 1)
  if ('credits' in use) {
    const balanceAfter = await balance(customerId)
    const affordable = Math.floor(balanceAfter / use.credits)
    expect(await check(customerId, slug, affordable)).toMatchObject({ access: true })
    expect(await check(customerId, slug, affordable + 1)).toMatchObject({
      access: false,
      creditBalance: balanceAfter,
    })
    return
  }
  const remaining = use.limit - quantity
  expect(await check(customerId, slug, remaining)).toMatchObject({ access: true, remaining })
  expect(await check(customerId, slug, remaining + 1)).toMatchObject({ access: !use.isHard })
  if (use.per) return
  expect(await app.ok('getUsageMeter', { query: { customerId, metricId: metric } })).toMatchObject({
    usage: quantity,
    limit: use.limit,
  })
}

describe.each(Object.entries(soldByPage))('the page of %s', (page, sold: SoldByPage) => {
  it('becomes a catalog whose public page shows the same offer', () => {
    const { trial: _, runsOut: __, uses, onRequest = [], packages = {}, ...offered } = sold
    const run = need(runs.get(page))
    expect(run).toMatchObject({ status: 'completed', error: null, failed: [], changes: [] })
    expect(readShown(need(publicPages.get(page)))).toEqual({ ...offered, packages })
    const tiers = run.created.filter(({ kind }) => kind === 'tier').map(({ name }) => name)
    expect(tiers).toEqual([...Object.keys(sold.tiers), ...onRequest])
    expect([...contractOf(page).keys()].sort()).toEqual(Object.keys(uses).sort())
  })

  const { trial, runsOut } = sold
  if (trial) {
    it('counts and charges each event as advertised', async () => {
      const { tier, interval, quantities, credits = 0 } = trial
      const payer = await subscribe(`${page} payer`, planFor(page, tier, interval), { quantities })
      expect(await balance(payer)).toBe(credits)
      const contract = [...contractOf(page)]
      const { results, rejections } = await track(
        payer,
        contract.map(([, { exampleEvent }]) => exampleEvent),
      )
      expect(rejections).toBeUndefined()
      const costs = contract.map(([name]) => creditsOf(need(sold.uses[name ?? ''])))
      expect(results.map(({ creditsDeducted }) => Number(creditsDeducted))).toEqual(costs)
      const spent = costs.reduce((sum, cost) => sum + cost, 0)
      expect(await balance(payer)).toBe(credits - spent)
      for (const [name, tracked] of contract) {
        await expectCounted(payer, need(sold.uses[name ?? '']), tracked)
      }
    })
  }

  if (runsOut) {
    it('limits a smaller tier to its quota', async () => {
      const { tier, feature, quantities, reason } = runsOut
      const customer = await subscribe(`${page} saver`, planFor(page, tier, null))
      const { eventName, slug } = need(contractOf(page).get(feature))
      const events = quantities.map((quantity) => ({ eventName, quantity }))
      expect((await track(customer, events)).rejections).toMatchObject([
        { index: quantities.length - 1, reason },
      ])
      expect(await check(customer, slug, 1)).toMatchObject({ access: false })
    })
  }
})

const creditsOf = (use: Use): number => ('credits' in use ? use.credits : 0)

it('a plan does not include features that its page crosses out', async () => {
  const customer = await subscribe('lamb', planFor('bellwether', 'Lamb', 'month'))
  for (const slug of ['sms-alerts', 'custom-domain']) {
    expect(await check(customer, slug, 1)).toMatchObject({ access: false })
  }
  expect(await check(customer, 'email-alerts', 1)).toMatchObject({ access: true })
})

it('a plan with seats charges for the chosen number of seats', async () => {
  const { rows } = await app.pool.query<{ total: string }>(
    `SELECT total::text AS total FROM invoices WHERE customer_id = 'crewdeck payer'`,
  )
  expect(rows).toEqual([{ total: String(12 * 1_500) }])
})
