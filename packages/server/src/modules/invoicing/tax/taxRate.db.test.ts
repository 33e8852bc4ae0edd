import type { TaxRate } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { findTaxTerms } from './findTaxTerms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const vat = { country: 'DE', name: 'USt', percentage: 19, isInclusive: true }
const create = (body: Record<string, unknown>) => app.ok<TaxRate>('createTaxRate', { body })
const archive = (id: string) => app.ok<TaxRate>('archiveTaxRate', { params: { id } })
const list = async (query = {}) =>
  (await app.ok<{ data: TaxRate[] }>('listTaxRates', { query })).data.map(({ id }) => id)
const pathsOf = async (body: unknown) => {
  const { status, details } = await app.fails('createTaxRate', { body })
  expect(status).toBe(400)
  return (details as { path: string }[]).map(({ path }) => path).sort()
}

describe('a tax rate', () => {
  it('can be created, read, updated and archived', async () => {
    const now = app.clock.now().toISOString()
    const rate = await create(vat)
    expect(rate).toEqual({
      id: expect.stringMatching(/^txr_/),
      ...vat,
      region: null,
      status: 'active',
      createdAt: now,
      updatedAt: now,
    })
    const params = { id: rate.id }
    expect(await app.ok('getTaxRate', { params })).toEqual(rate)
    app.clock.advance({ minutes: 1 })
    const updatedAt = app.clock.now().toISOString()
    const changed = await app.ok('updateTaxRate', { params, body: { percentage: 7.25 } })
    expect(changed).toEqual({ ...rate, percentage: 7.25, updatedAt })
    app.clock.advance({ minutes: 1 })
    const archived = await archive(rate.id)
    expect(archived).toMatchObject({ percentage: 7.25, status: 'archived' })
    app.clock.advance({ minutes: 1 })
    expect(await archive(rate.id)).toEqual(archived)
    const refusal = await app.fails('updateTaxRate', { params, body: { name: 'VAT' } })
    expect([refusal.status, refusal.code]).toEqual([409, 'invalid_state'])
    expect(await app.ok('getTaxRate', { params })).toEqual(archived)
  })

  it('keeps nine decimals', async () => {
    const rate = await create({ country: 'LU', name: 'TVA', percentage: 8.123456789 })
    expect(rate).toMatchObject({ percentage: 8.123456789, isInclusive: false })
  })

  it('is the only active rate of its country and region, regardless of case', async () => {
    const whole = await create({ ...vat, country: 'US' })
    const region = await create({ ...vat, country: 'US', region: ' ca ' })
    expect(region.region).toBe('CA')
    for (const body of [
      { ...vat, country: 'US' },
      { ...vat, country: 'US', region: null },
      { ...vat, country: 'US', region: 'Ca' },
    ]) {
      const refusal = await app.fails('createTaxRate', { body })
      expect([refusal.status, refusal.code]).toEqual([409, 'already_exists'])
    }
    await archive(region.id)
    const again = await create({ ...vat, country: 'US', region: 'CA' })
    const active = await list({ status: 'active' })
    expect(active).toEqual(expect.arrayContaining([whole.id, again.id]))
    expect(active).not.toContain(region.id)
    expect(await list({ status: 'archived' })).toContain(region.id)
  })

  it('is created once for concurrent requests', async () => {
    const body = { ...vat, country: 'AT' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call('createTaxRate', { body })),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('is rejected with all errors at once', async () => {
    expect(
      await pathsOf({
        country: 'de',
        region: ' ',
        name: '',
        percentage: 101,
        isInclusive: 1,
        x: 1,
      }),
    ).toEqual(['country', 'isInclusive', 'name', 'percentage', 'region', 'x'])
    expect(await pathsOf({ ...vat, percentage: -0.1 })).toEqual(['percentage'])
    expect(await pathsOf({ ...vat, percentage: 0.1234567891 })).toEqual(['percentage'])
    const missing = await app.fails('getTaxRate', { params: { id: 'txr_none' } })
    expect(missing.status).toBe(404)
  })

  it('is hidden from other environments, and cannot be written with a read-only key', async () => {
    const { id } = await create({ ...vat, country: 'FR' })
    for (const key of [app.live.keys.full, app.other.sandbox.keys.full]) {
      expect((await app.fails('getTaxRate', { params: { id }, key })).status).toBe(404)
      expect((await app.fails('archiveTaxRate', { params: { id }, key })).status).toBe(404)
      const body = { percentage: 1 }
      expect((await app.fails('updateTaxRate', { params: { id }, body, key })).status).toBe(404)
    }
    const key = app.sandbox.keys.read
    expect((await app.fails('createTaxRate', { body: vat, key })).status).toBe(403)
    expect(await app.ok('getTaxRate', { params: { id }, key })).toMatchObject({ percentage: 19 })
  })
})

describe('the tax that a customer pays', () => {
  const pays = (country: string | null, region: string | null = null, taxExempt = false) =>
    app.db
      .transaction()
      .execute((tx) =>
        findTaxTerms(tx, app.other.live.environmentId, { country, region, taxExempt }),
      )

  beforeAll(async () => {
    const key = app.other.live.keys.full
    const rates = [
      { country: 'CA', name: 'GST', percentage: 5 },
      { country: 'CA', region: 'on', name: 'HST', percentage: 13 },
      { country: 'CA', region: 'AB', name: 'none', percentage: 0 },
      { country: 'US', region: 'CA', name: 'Sales tax', percentage: 7.25 },
      { country: 'DE', name: 'USt', percentage: 19, isInclusive: true },
    ]
    for (const body of rates) await app.ok('createTaxRate', { body, key })
    const body = { country: 'CA', region: 'QC', name: 'old', percentage: 99 }
    const { id } = await app.ok<TaxRate>('createTaxRate', { body, key })
    await app.ok('archiveTaxRate', { params: { id }, key })
  })

  it("is the region's rate, or else the country's rate, or else none", async () => {
    const gst = { name: 'GST', percentage: 5, isInclusive: false }
    expect(await pays('CA')).toEqual(gst)
    expect(await pays('CA', 'BC')).toEqual(gst)
    expect(await pays('CA', 'ON')).toMatchObject({ name: 'HST', percentage: 13 })
    expect(await pays('CA', ' oN')).toMatchObject({ name: 'HST' })
    expect(await pays('CA', 'AB')).toMatchObject({ percentage: 0 })
    expect(await pays('US', 'CA')).toMatchObject({ name: 'Sales tax', percentage: 7.25 })
    expect(await pays('US', 'NY')).toBeNull()
    expect(await pays('DE', 'Bayern')).toEqual({ name: 'USt', percentage: 19, isInclusive: true })
    expect(await pays('FR')).toBeNull()
  })

  it('is none for exempt customers and customers without a country, and ignores archived rates', async () => {
    expect(await pays('DE', null, true)).toBeNull()
    expect(await pays(null, 'ON')).toBeNull()
    expect(await pays('CA', 'QC')).toMatchObject({ name: 'GST' })
  })

  it('is separate in each environment', async () => {
    const elsewhere = await app.db
      .transaction()
      .execute((tx) =>
        findTaxTerms(tx, app.live.environmentId, { country: 'DE', region: null, taxExempt: false }),
      )
    expect(elsewhere).toBeNull()
  })
})
