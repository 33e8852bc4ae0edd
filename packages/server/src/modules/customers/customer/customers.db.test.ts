import type { Customer } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const put = (customerId: string, body: Record<string, unknown> = {}) =>
  app.ok<Customer>('putCustomer', { params: { customerId }, body })
const get = (customerId: string) => app.ok<Customer>('getCustomer', { params: { customerId } })
const pathsOf = async (customerId: string, body: unknown) => {
  const { status, details } = await app.fails('putCustomer', { params: { customerId }, body })
  expect(status).toBe(400)
  return (details as { path: string }[]).map(({ path }) => path).sort()
}
const messagesOf = async (customerId: string) =>
  app.db
    .selectFrom('outbox_messages')
    .select(['type', 'payload'])
    .where('environment_id', '=', app.sandbox.environmentId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

describe('putCustomer', () => {
  it('creates a customer with the defaults of its kind and environment', async () => {
    const now = app.clock.now().toISOString()
    const customer = await put('new')
    expect(customer).toEqual({
      id: 'new',
      name: null,
      email: null,
      kind: 'plg',
      currency: 'usd',
      collectionMethod: 'charge_automatically',
      netDays: null,
      country: null,
      region: null,
      address: null,
      taxId: null,
      taxExempt: false,
      timezone: 'UTC',
      metadata: {},
      testClockId: null,
      createdAt: now,
      updatedAt: now,
    })
    expect(await get('new')).toEqual(customer)
    expect(await put('new-slg', { kind: 'slg' })).toMatchObject({
      collectionMethod: 'send_invoice',
      netDays: 30,
    })
  })

  it('copies currency and time zone from the current settings', async () => {
    await put('before-move')
    await app.ok('updateOrganization', { body: { defaultCurrency: 'jpy', timezone: 'Asia/Tokyo' } })
    expect(await put('after-move')).toMatchObject({ currency: 'jpy', timezone: 'Asia/Tokyo' })
    expect(await put('before-move')).toMatchObject({ currency: 'usd', timezone: 'UTC' })
    await app.ok('updateOrganization', { body: { defaultCurrency: 'usd', timezone: 'UTC' } })
  })

  it('changes the given fields and keeps the rest', async () => {
    const first = await put('changing', {
      name: 'Ada',
      email: 'ada@example.com',
      kind: 'slg',
      netDays: 45,
      currency: 'eur',
      country: 'DE',
      region: 'Bayern',
      address: { line1: 'Hauptstr. 1', line2: 'Hof', city: 'München', postalCode: '80331' },
      taxId: 'DE123456789',
      taxExempt: true,
      timezone: 'Europe/Berlin',
      metadata: { tier: 'gold', nested: { a: [1, null] } },
    })
    app.clock.advance({ minutes: 1 })
    const second = await put('changing', { name: 'Ada Lovelace' })
    const updatedAt = app.clock.now().toISOString()
    expect(second).toEqual({ ...first, name: 'Ada Lovelace', updatedAt })
    const moved = { line1: 'Elm St 1', city: 'Reno', postalCode: '89501' }
    const blanks = { name: null, email: null, country: null, region: null, taxId: null }
    const third = await put('changing', { ...blanks, address: moved, metadata: {} })
    expect(third).toEqual({
      ...second,
      ...blanks,
      address: { ...moved, line2: null },
      metadata: {},
    })
    expect(await put('changing', { address: null })).toEqual({ ...third, address: null })
    await put('changing', { address: moved })
    expect(await get('changing')).toEqual(third)
  })

  it('applies the default terms of the new kind', async () => {
    await put('moving', { kind: 'slg', netDays: 60 })
    expect(await put('moving', { kind: 'plg' })).toMatchObject({
      collectionMethod: 'charge_automatically',
      netDays: null,
    })
    expect(await put('moving', { kind: 'slg' })).toMatchObject({
      collectionMethod: 'send_invoice',
      netDays: 30,
    })
  })

  it('accepts its own response as input', async () => {
    for (const kind of ['plg', 'slg']) {
      const { id, createdAt, updatedAt, ...body } = await put(`echo-${kind}`, { kind, name: 'E' })
      expect(await put(id, body)).toEqual({ id, createdAt, updatedAt, ...body })
    }
  })

  it('rejects netDays for a customer who is charged automatically', async () => {
    expect(await pathsOf('net', { netDays: 30 })).toEqual(['netDays'])
    expect(await pathsOf('net', { kind: 'plg', netDays: 0 })).toEqual(['netDays'])
    const charged = { kind: 'slg', collectionMethod: 'charge_automatically', netDays: 30 }
    expect(await pathsOf('net', charged)).toEqual(['netDays'])
    await put('net', { kind: 'slg' })
    expect(await put('net', { netDays: 7 })).toMatchObject({ netDays: 7 })
    expect(await pathsOf('net', { kind: 'plg', netDays: 7 })).toEqual(['netDays'])
    expect(await get('net')).toMatchObject({ kind: 'slg', netDays: 7 })
  })

  it('emits an event with the customer for each creation and change', async () => {
    const created = await put('notified', { name: 'One' })
    app.clock.advance({ seconds: 1 })
    const updated = await put('notified', { name: 'Two' })
    await pathsOf('notified', { name: '' })
    expect(await messagesOf('notified')).toEqual([
      { type: 'customer.created', payload: created },
      { type: 'customer.updated', payload: updated },
    ])
  })

  it('creates one customer and one event for 50 concurrent first requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        app.call('putCustomer', {
          params: { customerId: 'rush' },
          body: { metadata: { number } },
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const types = (await messagesOf('rush')).map(({ type }) => type)
    expect(types.filter((type) => type === 'customer.created')).toHaveLength(1)
    expect(types).toHaveLength(50)
    const { data } = await app.ok<{ data: Customer[] }>('listCustomers', {
      query: { search: 'rush' },
    })
    expect(data).toHaveLength(1)
  })

  it('keeps all fields of concurrent requests with different fields', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `fields-${round}`
      await put(id)
      const changes = {
        name: 'N',
        email: 'n@example.com',
        kind: 'slg',
        currency: 'eur',
        country: 'FR',
        region: 'IDF',
        address: { line1: 'Rue 1', line2: null, city: 'Paris', postalCode: '75001' },
        taxId: 'FR1',
        taxExempt: true,
        timezone: 'Europe/Paris',
        metadata: { a: 1 },
      }
      await Promise.all(
        Object.entries(changes).map(([field, value]) => put(id, { [field]: value })),
      )
      expect(await get(id)).toMatchObject(changes)
    }
  })

  it('emits one event for 50 concurrent requests with the same Idempotency-Key', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.call('putCustomer', {
          params: { customerId: 'keyed' },
          body: { name: 'K' },
          headers: { 'idempotency-key': 'put-keyed' },
        }),
      ),
    )
    const served = replies.filter(({ status }) => status === 200)
    expect(new Set(served.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(served.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await messagesOf('keyed')).toHaveLength(1)
  })
})

describe('a deleted customer', () => {
  it('is anonymized, returns 404, and can be created again', async () => {
    await put('gone', {
      name: 'Grace',
      email: 'grace@example.com',
      kind: 'slg',
      country: 'DE',
      region: 'Bayern',
      address: { line1: 'Hauptstr. 1', city: 'München', postalCode: '80331' },
      taxId: 'DE123456789',
      metadata: { a: 1 },
    })
    const params = { customerId: 'gone' }
    expect(await app.ok('deleteCustomer', { params })).toEqual({ id: 'gone', deleted: true })
    const row = await app.db
      .selectFrom('customers')
      .select(['name', 'email', 'address', 'tax_id', 'metadata'])
      .where('id', '=', 'gone')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ name: null, email: null, address: null, tax_id: null, metadata: {} })
    expect((await app.fails('getCustomer', { params })).status).toBe(404)
    expect((await app.fails('deleteCustomer', { params })).status).toBe(404)
    const session = await app.fails('createPortalSession', { body: { customerId: 'gone' } })
    expect(session.status).toBe(404)
    const { data } = await app.ok<{ data: Customer[] }>('listCustomers', {
      query: { search: 'gone' },
    })
    expect(data).toEqual([])

    app.clock.advance({ hours: 1 })
    const now = app.clock.now().toISOString()
    expect(await put('gone')).toMatchObject({
      name: null,
      kind: 'plg',
      country: null,
      region: null,
      address: null,
      taxId: null,
      metadata: {},
      createdAt: now,
    })
    expect((await messagesOf('gone')).map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.created',
    ])
  })
})

describe('the isolation of environments', () => {
  it('hides a customer from the other environment and from other merchants', async () => {
    await put('walled', { name: 'Sandbox' })
    const params = { customerId: 'walled' }
    for (const other of [app.live, app.other.sandbox, app.other.live]) {
      const key = other.keys.full
      expect((await app.fails('getCustomer', { key, params })).status).toBe(404)
      expect((await app.fails('deleteCustomer', { key, params })).status).toBe(404)
      const list = await app.ok<{ data: Customer[] }>('listCustomers', { key })
      expect(list.data).toEqual([])
    }
    const key = app.live.keys.full
    await app.ok('putCustomer', { key, params, body: { name: 'Live' } })
    await app.ok('deleteCustomer', { key, params })
    expect(await get('walled')).toMatchObject({ name: 'Sandbox' })
  })
})
