import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PublicPricing, SettlementOutcome, TrackResult } from '@purser/contract'
import type { Offer } from '@purser/pricing-reader'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { applyCatalogDocument } from '../../catalog/index.ts'
import { type CatalogDraft, draftDocument } from '../draft/CatalogDraft.core.ts'
import { draftCatalog } from '../draft/draftCatalog.core.ts'
import { trackingSnippet } from '../draft/trackingSnippet.core.ts'
import { kumo, pixelry, routely } from '../testing/richOffers.ts'

let app: TestApp
const drafts = new Map<Offer, CatalogDraft>()

/** Creates the objects of a draft as a run does, and publishes its plans. */
async function create(offer: Offer): Promise<CatalogDraft> {
  const draft = draftCatalog(offer, { url: 'https://shop.example/pricing' })
  const apply = (entries: CatalogDraft['entries']) =>
    withTransaction(app.db, (tx) =>
      applyCatalogDocument(tx, app.sandbox.scope(), draftDocument({ entries }), { absent: 'keep' }),
    )
  for (const entry of draft.entries) {
    const { changes } = await apply([entry])
    expect(changes).toMatchObject([{ action: 'create', kind: entry.kind, slug: entry.slug }])
  }
  // Reading the same page again changes nothing.
  expect(await apply(draft.entries)).toEqual({ applied: false, changes: [] })
  return draft
}

beforeAll(async () => {
  app = await startTestApp({ isReachable: true })
  for (const offer of [pixelry, routely, kumo]) drafts.set(offer, await create(offer))
  await app.ok('promoteCatalog', { body: {} })
  for (const { entries } of drafts.values()) {
    for (const { kind, slug } of entries) {
      if (kind === 'plan') await app.ok('publishPlan', { params: { id: slug } })
    }
  }
})
afterAll(async () => {
  expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
  await app.stop()
})

const draftFor = (offer: Offer): CatalogDraft => {
  const draft = drafts.get(offer)
  if (!draft) throw new Error('no such draft')
  return draft
}

const pricingOf = (offer: Offer) =>
  app.ok<PublicPricing>('getPublicPricing', {
    key: app.live.keys.publishable,
    params: { productId: draftFor(offer).productSlug },
  })

/** Each plan of the public pricing page with its price. */
const pricesOf = ({ tiers }: PublicPricing) =>
  Object.fromEntries(
    tiers.map(({ name, plans }) => [
      name,
      plans.map(({ interval, intervalCount, price }) => `${intervalCount} ${interval}: ${price}`),
    ]),
  )

/** A customer with a card, on a plan of the draft. */
async function subscribe(customerId: string, planId: string, body: object = {}): Promise<string> {
  const { currency } = await app.ok<{ currency: string }>('getPlan', { params: { id: planId } })
  await app.ok('putCustomer', { params: { customerId }, body: { currency } })
  await app.ok('attachSandboxPaymentMethod', {
    body: { customerId, behaviour: 'success', isDefault: true },
  })
  const outcome = await app.ok<SettlementOutcome>('createSubscription', {
    body: { customerId, planId, trialDays: 0, ...body },
  })
  expect(['charged_inline', 'created_no_charge']).toContain(outcome.kind)
  return customerId
}

const track = (customerId: string, events: object[]) =>
  app.ok<TrackResult>('trackUsage', {
    body: { events: events.map((event) => ({ ...event, customerId })) },
  })

/** The effect of every example of the tracking contract for a customer, by event. */
async function examplesOf(offer: Offer, customerId: string) {
  const { trackingContract } = draftFor(offer)
  const answer = await track(
    customerId,
    trackingContract.map(({ exampleEvent }) => exampleEvent),
  )
  expect(answer.rejections).toBeUndefined()
  return Object.fromEntries(
    answer.results.map(({ flow, creditsDeducted }, index) => [
      trackingContract[index]?.eventName,
      `${flow} ${creditsDeducted}`,
    ]),
  )
}

const meter = (customerId: string, metricId: string) =>
  app.ok<{ usage: number; limit: number | null }>('getUsageMeter', {
    query: { customerId, metricId },
  })

const balance = async (customerId: string) => {
  const { data } = await app.ok<{ data: { balance: number }[] }>('listCreditAccounts', {
    params: { customerId },
  })
  return data[0]?.balance
}

const accrued = async (customerId: string) => {
  const { rows } = await app.pool.query<{ name: string; quantity: string }>(
    `SELECT p.name, trim_scale(a.quantity)::text AS quantity FROM usage_accruals a
     JOIN plan_charges p ON p.id = a.charge_id WHERE a.customer_id = $1`,
    [customerId],
  )
  return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]))
}

describe('a catalog drafted from a page with credits', () => {
  it('shows the plans and prices of the page on the public pricing page', async () => {
    const pricing = await pricingOf(pixelry)
    expect(pricesOf(pricing)).toEqual({
      Free: ['1 month: 0'],
      Pro: ['1 month: 1900', '1 year: 19000'],
    })
    expect(pricing.features.map(({ name, eventName }) => [name, eventName])).toEqual([
      ['Images', 'image.generated'],
      ['Words', 'words.used'],
      ['Community gallery', null],
      ['Projects', null],
      ['Private gallery', null],
    ])
    const [free, pro] = pricing.tiers
    expect(free?.entitlementBySlug.images).toMatchObject({ value: 20, period: 'lifetime' })
    expect(pro?.entitlementBySlug.images).toMatchObject({ value: 500, period: 'billing_period' })
    expect(pro?.entitlementBySlug.projects).toMatchObject({ value: 'unlimited' })
    expect(pro?.creditPackages.map(({ name, price }) => [name, price])).toEqual([
      ['1,000 AI credits', 1500],
      ['5,000 AI credits', 6000],
    ])
  })

  it('spends credits on actions and invoices the rest', async () => {
    const payer = await subscribe('pixel-pro', 'pixelry-pro-monthly')
    expect(await balance(payer)).toBe(500)
    expect(await examplesOf(pixelry, payer)).toEqual({
      'image.generated': 'credit 5',
      'words.used': 'credit 8',
    })
    expect(await balance(payer)).toBe(487)
    const images = Array.from({ length: 100 }, () => ({ eventName: 'image.generated' }))
    const { results } = await track(payer, images)
    expect(results.map(({ flow }) => flow).filter((flow) => flow !== 'credit')).toEqual([
      'credit_and_invoice',
      'invoice',
      'invoice',
    ])
    expect(await balance(payer)).toBe(0)
    expect(await accrued(payer)).toEqual({ 'Images beyond the credits': '2.6' })

    const free = await subscribe('pixel-free', 'pixelry-free')
    await track(free, images.slice(0, 4))
    expect(await balance(free)).toBe(0)
    expect((await track(free, images.slice(0, 1))).rejections).toMatchObject([
      { reason: 'insufficient_credits' },
    ])
  })

  it('grants credits monthly in the yearly plan', async () => {
    expect(await balance(await subscribe('pixel-year', 'pixelry-pro-yearly'))).toBe(500)
  })
})

describe('a catalog drafted from a page with quotas', () => {
  it('shows the plans and prices of the page on the public pricing page', async () => {
    const pricing = await pricingOf(routely)
    expect([pricing.currency, pricesOf(pricing)]).toEqual([
      'eur',
      {
        Hobby: ['1 month: 0'],
        Growth: ['1 month: 4900', '1 year: 49000'],
        Team: ['1 month: 1200'],
      },
    ])
    expect(pricing.tiers[1]?.addons.map(({ name, price }) => [name, price])).toEqual([
      ['Audit log', 900],
    ])
    expect(pricing.tiers[1]?.entitlementBySlug).toMatchObject({
      'api-calls': { mode: 'quota', value: 10_000, period: 'billing_period' },
      'api-calls-a-minute': { mode: 'rate', value: 60, period: 'minute' },
      'team-members': { value: 3 },
      webhooks: { type: 'boolean' },
    })
  })

  it('blocks usage beyond the limits of a free plan', async () => {
    const hobby = await subscribe('route-hobby', 'routely-hobby')
    expect(await examplesOf(routely, hobby)).toEqual({
      api_call: 'meter 0',
      'traffic_gb.used': 'meter 0',
    })
    expect(await meter(hobby, 'traffic-gb')).toMatchObject({ usage: 1.5, limit: 2 })
    const answer = await track(hobby, [
      { eventName: 'traffic_gb.used', quantity: 0.6 },
      ...Array.from({ length: 3 }, () => ({ eventName: 'api_call' })),
    ])
    expect(answer.rejections?.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'limit_exceeded'],
      [3, 'limit_exceeded'],
    ])
  })

  it('allows usage beyond the quota of a paid plan and bills it once', async () => {
    const growth = await subscribe('route-growth', 'routely-growth-monthly')
    expect(await examplesOf(routely, growth)).toEqual({
      api_call: 'invoice 0',
      'traffic_gb.used': 'invoice 0',
    })
    await track(growth, [{ eventName: 'traffic_gb.used', quantity: 58.5 }])
    expect(await meter(growth, 'traffic-gb')).toMatchObject({ usage: 60, limit: 50 })
    const calls = Array.from({ length: 60 }, () => ({ eventName: 'api_call' }))
    // The rate limit applies even to paid usage.
    expect((await track(growth, calls)).rejections).toMatchObject([
      { index: 59, reason: 'limit_exceeded' },
    ])
    await app.ok('cancelSubscription', {
      params: { id: await subscriptionOf(growth) },
      body: { when: 'now' },
    })
    const lines = await linesOf(growth)
    // 10 of 60 GB are beyond the quota, at 10 cents; 60 calls are within.
    expect(lines).toContainEqual(['Traffic GB', 100])
    expect(lines.filter(([, total]) => Number(total) > 0)).toHaveLength(2)
  })

  it('sells the requested number of seats', async () => {
    await subscribe('route-team', 'routely-team-monthly', { quantities: { 'team-members': 4 } })
    const lines = await linesOf('route-team')
    expect(lines.map(([, total]) => total).sort()).toEqual([4800, 9900])
  })
})

const subscriptionOf = async (customerId: string) => {
  const { data } = await app.ok<{ data: { id: string }[] }>('listSubscriptions', {
    query: { customerId },
  })
  return data[0]?.id ?? ''
}

/** Every line of a customer's invoices: its name and its amount. */
const linesOf = async (customerId: string) => {
  const { rows } = await app.pool.query<{ name: string | null; subtotal: string }>(
    `SELECT c.name, l.subtotal::text AS subtotal FROM invoice_lines l
     JOIN invoices i ON i.id = l.invoice_id LEFT JOIN plan_charges c ON c.id = l.charge_id
     WHERE i.customer_id = $1`,
    [customerId],
  )
  return rows.map(({ name, subtotal }) => [name, Number(subtotal)])
}

describe('a catalog drafted from a page in another script', () => {
  it('shows quarterly and one-time plans on the public pricing page', async () => {
    const pricing = await pricingOf(kumo)
    expect([pricing.currency, pricesOf(pricing)]).toEqual([
      'jpy',
      { 基本: ['3 month: 3000'], 買い切り: ['1 none: 15000'] },
    ])
  })

  it('works with its tracking snippet as pasted', async () => {
    const { entries, trackingContract } = draftFor(kumo)
    const [plan] = entries.filter(({ kind }) => kind === 'plan')
    await subscribe('user_42', plan?.slug ?? '')
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '-e', trackingSnippet(trackingContract)],
      {
        env: { PURSER_URL: app.url, PURSER_API_KEY: app.sandbox.keys.full },
        cwd: import.meta.dirname,
      },
    )
    expect(await meter('user_42', 'renders')).toMatchObject({ usage: 1, limit: 100 })
    expect(await accrued('user_42')).toEqual({ Scans: '1', 'Transcription minutes': '12' })
    // The same example with the same key is not counted twice.
    expect(await examplesOf(kumo, 'user_42')).toMatchObject({ 'scan.completed': 'invoice 0' })
    expect(await accrued('user_42')).toEqual({ Scans: '1', 'Transcription minutes': '12' })
  })
})
