import type { CreditAccount } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTopUpBench, type TopUpBench } from '../testing/topUpBench.ts'

let bench: TopUpBench
let packageId: string
beforeAll(async () => {
  bench = await startTopUpBench()
  const { data } = await bench.app.ok<{ data: { id: string }[] }>('listCreditPackages')
  packageId = data[0]?.id ?? ''
})
afterAll(async () => {
  await bench.drain()
  await bench.expectSound()
  await bench.stop()
})

const AMOUNT = { mode: 'amount', topupAmount: 1_000, threshold: 100 }
const PACKAGE = { mode: 'package', creditPackageId: 'images-500', threshold: 10 }

const at = (customerId: string, creditCurrencyId = 'money') => ({
  params: { customerId, creditCurrencyId },
})
const set = (customerId: string, body: object, currency?: string) =>
  bench.app.ok('setAutoTopUp', { ...at(customerId, currency), body })
const refuse = (customerId: string, body: object, currency?: string) =>
  bench.app.fails('setAutoTopUp', { ...at(customerId, currency), body })
const get = (customerId: string, currency?: string) =>
  bench.app.ok<{ rule: object | null; runtime: object | null }>(
    'getAutoTopUp',
    at(customerId, currency),
  )
const disable = (customerId: string) => bench.app.ok('disableAutoTopUp', at(customerId))

const AT_REST = {
  lastFiredAt: null,
  lastFailedAt: null,
  consecutiveFailures: 0,
  totalFiresCount: 0,
  isPending: false,
  monthToDateCharge: 0,
}

describe('the rule of a wallet', () => {
  it('is null, like its runtime, while there is no wallet', async () => {
    const customerId = await bench.customer('walletless')
    expect(await get(customerId)).toMatchObject({
      rule: null,
      runtime: null,
      effectiveFundingMethod: 'charge_automatically',
      currency: { slug: 'money', minorUnitScale: 2 },
      denomination: 'usd',
    })
  })

  it('is disabled in a wallet that never had a rule', async () => {
    const customerId = await bench.customer('ruleless')
    await bench.grant(customerId, 5)
    const rule = {
      enabled: false,
      threshold: 0,
      packageId: null,
      amount: null,
      monthlyChargeLimit: null,
    }
    expect(await get(customerId)).toMatchObject({ rule, runtime: AT_REST })
    expect(await disable(customerId)).toEqual(rule)
  })

  it('creates the wallet if needed and appears in the list of wallets', async () => {
    const customerId = await bench.customer('first-rule', { collectionMethod: 'send_invoice' })
    const rule = await set(customerId, { ...AMOUNT, threshold: 2.5, monthlyChargeLimit: 5_000 })
    expect(rule).toEqual({
      enabled: true,
      threshold: 2.5,
      packageId: null,
      amount: 1_000,
      monthlyChargeLimit: 5_000,
    })
    expect(await get(customerId)).toMatchObject({
      rule,
      runtime: AT_REST,
      effectiveFundingMethod: 'send_invoice',
    })
    const { data } = await bench.app.ok<{ data: CreditAccount[] }>('listCreditAccounts', {
      params: { customerId },
    })
    expect(data).toMatchObject([{ balance: 0, autoTopup: rule, autoTopupRuntime: AT_REST }])
  })

  it('buys a package, named by id or slug, if the wallet counts units', async () => {
    const customerId = await bench.customer('packages', { collectionMethod: 'send_invoice' })
    const rule = { packageId, amount: null, threshold: 10 }
    expect(await set(customerId, PACKAGE, 'images')).toMatchObject(rule)
    expect(
      await set(customerId, { ...PACKAGE, creditPackageId: packageId }, 'images'),
    ).toMatchObject(rule)
    expect(await get(customerId, 'images')).toMatchObject({ rule, denomination: 'unit' })
  })

  it('keeps its monthly limit if the request omits it and clears it with null', async () => {
    const customerId = await bench.customer('limits')
    await set(customerId, { ...AMOUNT, enabled: false, monthlyChargeLimit: 7_000 })
    expect(await set(customerId, { ...AMOUNT, enabled: false, threshold: 50 })).toMatchObject({
      threshold: 50,
      monthlyChargeLimit: 7_000,
    })
    expect(
      await set(customerId, { ...AMOUNT, enabled: false, monthlyChargeLimit: null }),
    ).toMatchObject({ monthlyChargeLimit: null })
  })

  it('keeps its settings while it is disabled', async () => {
    const customerId = await bench.customer('switched')
    await bench.card(customerId)
    await bench.grant(customerId, 1_000)
    const said = { threshold: 100, amount: 1_000, monthlyChargeLimit: 9_000 }
    const body = { ...AMOUNT, monthlyChargeLimit: 9_000 }
    expect(await set(customerId, { ...body, enabled: false })).toMatchObject({
      enabled: false,
      ...said,
    })
    expect(await set(customerId, AMOUNT)).toMatchObject({ enabled: true, ...said })
    expect(await disable(customerId)).toMatchObject({ enabled: false, ...said })
    expect(await disable(customerId)).toMatchObject({ enabled: false, ...said })
    // A disabled rule leaves no attempt.
    await bench.spend(customerId, 950)
    await bench.drain()
    expect(await bench.attempts(customerId)).toEqual([])
    expect(await get(customerId)).toMatchObject({ rule: { enabled: false, ...said } })
  })

  it('can be set and read in the portal only by its customer', async () => {
    const customerId = await bench.customer('portal')
    const other = await bench.customer('neighbour')
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId },
    })
    const body = { ...AMOUNT, enabled: false }
    await bench.app.ok('setAutoTopUp', { ...at(customerId), token, body })
    await bench.app.ok('getAutoTopUp', { ...at(customerId), token })
    for (const operation of ['getAutoTopUp', 'disableAutoTopUp']) {
      expect(await bench.app.fails(operation, { ...at(other), token })).toMatchObject({
        status: 403,
      })
    }
    expect(await bench.app.fails('setAutoTopUp', { ...at(other), token, body })).toMatchObject({
      status: 403,
    })
  })
})

describe('a rule is refused', () => {
  const customerId = 'refused'
  beforeAll(() => bench.customer(customerId))
  afterAll(async () => {
    expect(await get(customerId)).toMatchObject({ rule: null })
  })

  it('when its mode does not match the currency', async () => {
    const mismatch = { status: 422, code: 'auto_topup_mode_mismatch' }
    const byAmount = await refuse(customerId, AMOUNT, 'images')
    expect(byAmount).toMatchObject(mismatch)
    expect(byAmount.message).toContain('mode "package"')
    expect(await refuse(customerId, PACKAGE)).toMatchObject(mismatch)
  })

  it('for a package that is archived, unknown or of another currency', async () => {
    await bench.app.ok('createCreditCurrency', {
      body: { name: 'Songs', slug: 'songs', denomination: 'unit' },
    })
    const notThis = { status: 400, details: [{ path: 'creditPackageId' }] }
    expect(await refuse(customerId, PACKAGE, 'songs')).toMatchObject(notThis)
    const { id } = await bench.app.ok<{ id: string }>('createCreditPackage', {
      body: {
        name: 'Old',
        slug: 'old',
        creditCurrencyId: 'songs',
        credits: 1,
        price: 1,
        currency: 'usd',
      },
    })
    await bench.app.ok('archiveCreditPackage', { params: { id } })
    const old = { ...PACKAGE, creditPackageId: 'old' }
    expect(await refuse(customerId, old, 'songs')).toMatchObject(notThis)
    const unknown = { ...PACKAGE, creditPackageId: 'none' }
    expect(await refuse(customerId, unknown, 'songs')).toMatchObject({ status: 404 })
  })

  it('for an unknown customer or currency, and so is reading or disabling it', async () => {
    for (const place of [at('nobody'), at(customerId, 'none')]) {
      expect(await bench.app.fails('setAutoTopUp', { ...place, body: AMOUNT })).toMatchObject({
        status: 404,
      })
      expect(await bench.app.fails('getAutoTopUp', place)).toMatchObject({ status: 404 })
      expect(await bench.app.fails('disableAutoTopUp', place)).toMatchObject({ status: 404 })
    }
    expect(await bench.app.fails('disableAutoTopUp', at(customerId))).toMatchObject({ status: 404 })
  })

  it.each([
    [{ threshold: -1 }, 'threshold'],
    [{ threshold: 1e-10 }, 'threshold'],
    [{ threshold: null }, 'threshold'],
    [{ topupAmount: 0 }, 'topupAmount'],
    [{ topupAmount: 0.5 }, 'topupAmount'],
    [{ monthlyChargeLimit: 0 }, 'monthlyChargeLimit'],
    [{ monthlyChargeLimit: 1.5 }, 'monthlyChargeLimit'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ creditPackageId: 'images-500' }, 'creditPackageId'],
    [{ mode: 'magic' }, 'mode'],
  ])('with %j', async (wrong, path) => {
    const error = await refuse(customerId, { ...AMOUNT, ...wrong })
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(error.details)).toContain(path)
  })

  it('with an amount that cannot be charged', async () => {
    await bench.app.ok('createCreditCurrency', {
      body: { name: 'Mills', slug: 'mills', denomination: 'usd', minorUnitScale: 5 },
    })
    expect(await refuse(customerId, { ...AMOUNT, topupAmount: 1_500 }, 'mills')).toMatchObject({
      status: 400,
      details: [{ path: 'topupAmount' }],
    })
  })
})
