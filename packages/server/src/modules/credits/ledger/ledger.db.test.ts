import type { LedgerEntry } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { debit } from '../wallet/debit.core.ts'
import { requireCreditCurrency, withWallet } from '../wallet/withWallet.ts'

let bench: CreditBench
let featureId: string
let token: string

/** Jane's two wallets are written alternately, a minute apart. */
beforeAll(async () => {
  bench = await startCreditBench()
  const { app } = bench
  await app.ok('createCreditCurrency', {
    body: { name: 'Gold', slug: 'gold', denomination: 'usd' },
  })
  await app.ok('putCustomer', { params: { customerId: 'john' }, body: {} })
  await app.ok('createMetric', { body: { name: 'M', eventName: 'm', aggregation: 'count' } })
  const feature = await app.ok<{ id: string }>('createFeature', {
    body: {
      name: 'Letters',
      slug: 'letters',
      type: 'credit',
      metricId: 'm',
      creditCurrencyId: 'ink',
      creditCost: { perUnit: '1' },
    },
  })
  featureId = feature.id
  await bench.grant(100)
  await bench.grant(100, { creditCurrencyId: 'gold' })
  await bench.grant(100, { customerId: 'john' })
  for (let at = 0; at < 12; at += 1) {
    app.clock.advance({ minutes: 1 })
    await spend(at % 3 === 0 ? 'gold' : 'ink', at === 5 ? featureId : null)
  }
  const session = await app.ok<{ token: string }>('createPortalSession', {
    body: { customerId: 'jane' },
  })
  token = session.token
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const spend = (currency: string, feature: string | null) =>
  bench.run(async (tx, scope) => {
    const target = { customerId: 'jane', ...(await requireCreditCurrency(tx, scope, currency)) }
    return withWallet(tx, scope, target, ({ wallet, now }) =>
      debit(wallet, {
        amount: parseAmount(1),
        rule: 'block',
        reason: 'USAGE_DEDUCTION',
        featureId: feature,
        usageEventId: null,
        now,
      }),
    )
  })

const minutes = (entries: readonly LedgerEntry[]) =>
  entries.map(({ createdAt }) => new Date(createdAt).getUTCMinutes())
const at = (minute: number) => `2026-01-15T12:${String(minute).padStart(2, '0')}:00.000Z`

describe('the ledger', () => {
  it('lists all wallets of a customer, newest row first', async () => {
    const entries = await bench.ledger()
    expect(minutes(entries)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(14)
    expect(entries[0]).toMatchObject({
      id: expect.stringMatching(/^led_[0-9a-z]{26}_9$/),
      sequence: 9,
      type: 'DEBIT',
      reason: 'USAGE_DEDUCTION',
      amount: 1,
      balanceBefore: 93,
      balanceAfter: 92,
      invoiceId: null,
      metadata: {},
    })
  })

  it.each([1, 2, 5, 100])(
    'is listed in pages of %i rows without gaps or repeats',
    async (limit) => {
      const all = await bench.ledger()
      const paged: LedgerEntry[] = []
      let cursor: string | null = null
      do {
        const page: { data: LedgerEntry[]; nextCursor: string | null } = await bench.app.ok(
          'listLedgerEntries',
          { query: { customerId: 'jane', limit, ...(cursor !== null && { cursor }) } },
        )
        expect(page.data.length).toBeLessThanOrEqual(limit)
        paged.push(...page.data)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(paged).toEqual(all)
    },
  )

  it('can be filtered by wallet, currency, type and feature', async () => {
    const gold = await bench.ledger({ creditCurrencyId: 'gold' })
    expect(minutes(gold)).toEqual([10, 7, 4, 1, 0])
    const { creditAccountId = '', creditCurrencyId = '' } = gold[0] ?? {}
    expect(await bench.ledger({ creditAccountId })).toEqual(gold)
    expect(await bench.ledger({ creditCurrencyId })).toEqual(gold)
    expect(minutes(await bench.ledger({ type: 'cReDiT' }))).toEqual([0, 0])
    expect(await bench.ledger({ type: 'hold' })).toEqual([])
    for (const feature of ['letters', featureId]) {
      expect(minutes(await bench.ledger({ featureId: feature }))).toEqual([6])
    }
    expect(await bench.ledger({ featureId: 'nothing' })).toEqual([])
    expect(await bench.ledger({ creditAccountId, creditCurrencyId: 'ink' })).toEqual([])
  })

  it('can be limited by time, with inclusive bounds', async () => {
    const between = async (query: Record<string, string>) => minutes(await bench.ledger(query))
    expect(await between({ createdAfter: at(9) })).toEqual([12, 11, 10, 9])
    expect(await between({ createdBefore: at(1) })).toEqual([1, 0, 0])
    expect(await between({ createdAfter: at(3), createdBefore: at(5) })).toEqual([5, 4, 3])
    expect(
      await between({ createdAfter: '2026-01-15T12:03:00.001Z', createdBefore: at(4) }),
    ).toEqual([4])
    expect(await between({ createdAfter: at(5), createdBefore: at(3) })).toEqual([])
    expect(await between({ createdBefore: '1970-01-01T00:00:00Z' })).toEqual([])
    const { nextCursor } = await bench.app.ok<{ nextCursor: string }>('listLedgerEntries', {
      query: { customerId: 'jane', limit: 2, createdAfter: at(9) },
    })
    expect(await between({ createdAfter: at(9), cursor: nextCursor })).toEqual([10, 9])
  })

  it('shows portal customers their own rows only', async () => {
    const own = await bench.app.ok<{ data: LedgerEntry[] }>('listLedgerEntries', {
      token,
      query: { limit: 100 },
    })
    expect(own.data).toEqual(await bench.ledger())
    const { creditAccountId } = (await bench.ledger({ customerId: 'john' }))[0] ?? {}
    const foreign = { token, query: { creditAccountId: creditAccountId ?? '' } }
    expect(await bench.app.ok('listLedgerEntries', foreign)).toMatchObject({ data: [] })
    expect(
      await bench.app.fails('listLedgerEntries', { token, query: { customerId: 'john' } }),
    ).toMatchObject({ status: 403 })
    expect(
      await bench.app.fails('listCreditAccounts', { token, params: { customerId: 'john' } }),
    ).toMatchObject({ status: 403 })
    const wallets = await bench.app.ok('listCreditAccounts', {
      token,
      params: { customerId: 'jane' },
    })
    expect(wallets).toMatchObject({ data: [{ balance: 96 }, { balance: 92 }] })
  })

  it('reports invalid requests', async () => {
    const { fails } = bench.app
    expect(await fails('listLedgerEntries')).toMatchObject({
      status: 400,
      details: [{ path: 'query.customerId' }],
    })
    const customerId = 'jane'
    for (const query of [{ type: 'gift' }, { createdAfter: 'yesterday' }, { cursor: 'AAAA' }]) {
      expect(await fails('listLedgerEntries', { query: { customerId, ...query } })).toMatchObject({
        status: 400,
      })
    }
    const products = await bench.app.ok<{ nextCursor: string | null }>('listMetrics', {
      query: { limit: 1 },
    })
    expect(products.nextCursor).toBeNull()
    const cursor = Buffer.from('1 met_x', 'utf16le').toString('base64url')
    expect(await fails('listLedgerEntries', { query: { customerId, cursor } })).toMatchObject({
      status: 400,
      details: [{ path: 'query.cursor' }],
    })
  })

  it('cannot be changed by the application', async () => {
    for (const statement of ['UPDATE credit_ledger SET amount = 1', 'DELETE FROM credit_ledger']) {
      await expect(bench.app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('wallets', () => {
  it('are listed newest first, in pages', async () => {
    const list = (query: Record<string, string | number>) =>
      bench.app.ok<{ data: { currency: { slug: string } }[]; nextCursor: string | null }>(
        'listCreditAccounts',
        { params: { customerId: 'jane' }, query },
      )
    const first = await list({ limit: 1 })
    const second = await list({ limit: 1, cursor: first.nextCursor ?? '' })
    const slugs = [...first.data, ...second.data].map(({ currency }) => currency.slug)
    expect([slugs, second.nextCursor]).toEqual([['gold', 'ink'], null])
    expect(
      await bench.app.fails('listCreditAccounts', { params: { customerId: 'nobody' } }),
    ).toMatchObject({ status: 404 })
  })

  it("are offered in the organization's active currencies", async () => {
    await bench.app.ok('createCreditCurrency', { body: { name: 'Old', denomination: 'unit' } })
    await bench.app.ok('archiveCreditCurrency', { params: { id: 'old' } })
    const { data } = await bench.app.ok<{ data: { slug: string }[] }>(
      'listActiveCreditCurrencies',
      {
        token,
      },
    )
    expect(data.map(({ slug }) => slug).sort()).toEqual(['gold', 'ink'])
  })
})
