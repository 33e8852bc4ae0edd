import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'

let bench: CreditBench
beforeEach(async () => {
  bench = await startCreditBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

describe('a grant', () => {
  it('creates the wallet on first use and is listed in it', async () => {
    const { app } = bench
    const none = await app.ok('listCreditAccounts', { params: { customerId: 'jane' } })
    expect(none).toEqual({ data: [], nextCursor: null })
    const grant = await bench.grant(12.5, {
      reason: 'PROMO',
      priority: 7,
      description: 'Welcome',
      expiresAt: '2026-02-01T00:00:00+02:00',
      metadata: { campaign: 'new "year"' },
    })
    expect(grant).toMatchObject({
      customerId: 'jane',
      amount: 12.5,
      creditsRemaining: 12.5,
      priority: 7,
      description: 'Welcome',
      expiresAt: '2026-01-31T22:00:00.000Z',
      voidedAt: null,
      metadata: { campaign: 'new "year"' },
      createdAt: '2026-01-15T12:00:00.000Z',
    })
    expect(await bench.wallet()).toEqual({
      id: grant.creditAccountId,
      customerId: 'jane',
      creditCurrencyId: grant.creditCurrencyId,
      status: 'active',
      balance: 12.5,
      held: 0,
      currency: expect.objectContaining({ slug: 'ink', denomination: 'unit', minorUnitScale: 0 }),
      grants: [grant],
      autoTopup: {
        enabled: false,
        threshold: 0,
        packageId: null,
        amount: null,
        monthlyChargeLimit: null,
      },
      autoTopupRuntime: expect.objectContaining({ totalFiresCount: 0, isPending: false }),
      effectiveFundingMethod: 'charge_automatically',
    })
    expect(await bench.events()).toEqual(['credits.granted'])
  })

  it('shows every digit that a JSON number can represent', async () => {
    await bench.grant(0.1)
    await bench.grant(0.2)
    await bench.grant(999_999_999_999_998)
    expect((await bench.wallet()).balance).toBe(Number('999999999999998.3'))
    await bench.grant(0.000000001)
    expect((await bench.ledger())[0]).toMatchObject({ amount: 1e-9 })
    expect(
      await bench.app.fails('createGrant', {
        body: { customerId: 'jane', creditCurrencyId: 'ink', amount: 2 },
      }),
    ).toMatchObject({ status: 409, code: 'invalid_state' })
  })

  it('is rejected for missing objects, archived currencies and past expiry dates', async () => {
    const { app } = bench
    const body = { customerId: 'jane', creditCurrencyId: 'ink', amount: 1 }
    expect(
      await app.fails('createGrant', { body: { ...body, customerId: 'nobody' } }),
    ).toMatchObject({ status: 404 })
    expect(
      await app.fails('createGrant', { body: { ...body, creditCurrencyId: 'gold' } }),
    ).toMatchObject({ status: 404 })
    expect(
      await app.fails('createGrant', { body: { ...body, expiresAt: '2026-01-15T12:00:00Z' } }),
    ).toMatchObject({
      status: 400,
      details: [{ path: 'expiresAt', message: 'must be in the future' }],
    })
    await app.ok('archiveCreditCurrency', { params: { id: 'ink' } })
    expect(await app.fails('createGrant', { body })).toMatchObject({
      status: 409,
      code: 'invalid_state',
    })
    expect(await bench.events()).toEqual([])
  })

  it('still works in a currency that was archived after the first grant', async () => {
    await bench.grant(1)
    await bench.app.ok('archiveCreditCurrency', { params: { id: 'ink' } })
    await bench.grant(1)
    expect(await bench.wallet()).toMatchObject({ balance: 2 })
  })

  it('is made once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { customerId: 'jane', creditCurrencyId: 'ink', amount: 1 }
    const first = await bench.app.ok('createGrant', { headers, body })
    expect(await bench.app.ok('createGrant', { headers, body })).toEqual(first)
    expect(await bench.rows()).toEqual(['CREDIT GRANT 1 → 1'])
  })

  it('counts as expired in reads, even before the sweep', async () => {
    const { app } = bench
    await bench.grant(5, { expiresAt: '2026-01-15T12:00:10Z' })
    await bench.grant(3)
    app.clock.advance({ seconds: 9.999 })
    expect(await bench.wallet()).toMatchObject({ balance: 8 })
    app.clock.advance({ seconds: 0.001 })
    const { balance, grants } = await bench.wallet()
    expect([balance, grants.map(({ creditsRemaining }) => creditsRemaining)]).toEqual([3, [3]])
    expect(await bench.rows()).toHaveLength(2)
    expect(await bench.use(4)).toBe('insufficient')
    expect(await bench.use(1)).toEqual({ taken: '1000000000' })
    expect(await bench.rows()).toEqual([
      'CREDIT GRANT 5 → 5',
      'CREDIT GRANT 3 → 8',
      'EXPIRE EXPIRATION 5 → 3',
      'DEBIT USAGE_DEDUCTION 1 → 2',
    ])
    expect(await bench.events()).toEqual(['credits.granted', 'credits.granted', 'credits.expired'])
  })
})

describe('voiding a grant', () => {
  it('takes the remaining credits once', async () => {
    const { id } = await bench.grant(5)
    await bench.use(2)
    const voided = await bench.app.ok('voidGrant', { params: { id } })
    expect(voided).toMatchObject({ creditsRemaining: 0, voidedAt: '2026-01-15T12:00:00.000Z' })
    expect(await bench.wallet()).toMatchObject({ balance: 0, grants: [] })
    expect(await bench.app.fails('voidGrant', { params: { id } })).toMatchObject({ status: 409 })
    expect(await bench.app.fails('voidGrant', { params: { id: 'grt_none' } })).toMatchObject({
      status: 404,
    })
    expect(await bench.events()).toEqual(['credits.granted', 'credits.depleted'])
  })
})

describe('an adjustment', () => {
  const adjust = (amount: number, more = {}) => ({
    body: { customerId: 'jane', creditCurrencyId: 'ink', amount, ...more },
  })

  it('adds and removes credits, and returns its ledger rows', async () => {
    const added = await bench.app.ok('createAdjustment', adjust(5, { description: 'Sorry' }))
    expect(added).toMatchObject({ amount: 5, balanceBefore: 0, balanceAfter: 5 })
    await bench.grant(5, { priority: 1, expiresAt: '2026-01-15T12:00:10Z' })
    bench.app.clock.advance({ seconds: 20 })
    await bench.grant(2)
    const taken = await bench.app.ok<{ entries: unknown[] }>(
      'createAdjustment',
      adjust(-6, { metadata: { ticket: 7 } }),
    )
    expect(taken).toMatchObject({ amount: -6, balanceBefore: 7, balanceAfter: 1 })
    expect(taken.entries).toMatchObject([
      {
        type: 'ADJUSTMENT',
        amount: -5,
        sequence: 5,
        metadata: { source: 'adjustment', ticket: 7 },
      },
      { type: 'ADJUSTMENT', amount: -1, sequence: 6 },
    ])
    expect(taken.entries).toEqual((await bench.ledger()).slice(0, 2).reverse())
    const [grant] = (await bench.wallet()).grants
    expect(grant).toMatchObject({ creditsRemaining: 1, metadata: {} })
  })

  it('never takes more than the grants have', async () => {
    await bench.grant(5)
    expect(await bench.app.fails('createAdjustment', adjust(-6))).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
    })
    expect(await bench.wallet()).toMatchObject({ balance: 5 })
  })
})

describe('an overdraft', () => {
  it('makes the balance negative and is repaid by the next grant', async () => {
    await bench.use(4, 'overdraft')
    expect(await bench.wallet()).toMatchObject({ balance: -4, grants: [] })
    await bench.grant(3)
    expect(await bench.wallet()).toMatchObject({ balance: -1, grants: [] })
    await bench.grant(5)
    expect(await bench.wallet()).toMatchObject({ balance: 4, grants: [{ creditsRemaining: 4 }] })
    expect(await bench.rows()).toEqual([
      'DEBIT USAGE_DEDUCTION 4 → -4',
      'CREDIT GRANT 3 → -1',
      'DEBIT OVERDRAFT_REPAYMENT 3 → -4',
      'CREDIT OVERDRAFT_REPAYMENT 3 → -1',
      'CREDIT GRANT 5 → 4',
      'DEBIT OVERDRAFT_REPAYMENT 1 → 3',
      'CREDIT OVERDRAFT_REPAYMENT 1 → 4',
    ])
  })
})

describe('concurrent operations', () => {
  it('keep the ledger consistent over 50 grants, voids and debits', async () => {
    const granted = await Promise.all(Array.from({ length: 50 }, () => bench.grant(10)))
    await Promise.all([
      ...granted.slice(0, 25).map(({ id }) => bench.app.ok('voidGrant', { params: { id } })),
      ...Array.from({ length: 25 }, () => bench.grant(1)),
    ])
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => bench.use(10)))
    expect(outcomes.filter((outcome) => outcome === 'insufficient')).toHaveLength(13)
    expect(await bench.wallet()).toMatchObject({ balance: 5 })
    const { id } = await bench.wallet()
    const { rows } = await bench.app.pool.query(
      'SELECT last_seq FROM credit_accounts WHERE id = $1',
      [id],
    )
    expect(rows[0]?.last_seq).toBeGreaterThan(125)
  })
})
