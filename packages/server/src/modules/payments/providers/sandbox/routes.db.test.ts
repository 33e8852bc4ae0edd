import { randomUUID } from 'node:crypto'
import { sandboxBehaviour } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness/app/testApp.ts'
import { bucketOf } from '../../../../kernel/bucket.ts'
import { newIdInBucket } from '../../../../kernel/ids.ts'
import { attachTestMethod } from './methods/attachTestMethod.ts'
import { openSandbox } from './sandbox.ts'
import { createSandboxAdapter } from './sandboxAdapter.ts'
import { sandboxId } from './sandboxId.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The key of another installation and an unreachable endpoint; neither matters here. */
const outside = { encryptionKey: Buffer.alloc(32), publicUrl: 'http://127.0.0.1:9' }
const newCustomer = async () => {
  const customerId = `customer-${randomUUID()}`
  await app.ok('putCustomer', { params: { customerId }, body: { name: 'Ada' } })
  return customerId
}
const attach = (customerId: string, behaviour: string, more = {}, headers = {}) =>
  app.ok('attachSandboxPaymentMethod', { body: { customerId, behaviour, ...more }, headers })
const count = async (table: string, where = 'true') =>
  (await app.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0].n

/** Charges a card at the provider and inserts the payment as Purser records it. */
async function payWith(behaviour: string) {
  const customerId = await newCustomer()
  const method = await attach(customerId, behaviour)
  const { environmentId, organizationId } = app.sandbox
  const provider = await createSandboxAdapter({ ...outside, db: app.db, clock: app.clock }).connect(
    {
      organizationId,
      environmentId,
      environment: 'sandbox',
      credentials: null,
    },
  )
  const providerMethodId = String(method.providerMethodId)
  const saved = await provider.lookUpMethod(providerMethodId)
  const providerCustomerId = saved?.providerCustomerId ?? ''
  const attemptId = `att_${randomUUID()}`
  const request = { attemptId, providerCustomerId, amount: 900, currency: 'usd', description: 'D' }
  const outcome = await provider.charge({ ...request, providerMethodId })
  if (!('providerPaymentId' in outcome)) throw new Error(outcome.kind)
  const bucket = bucketOf(environmentId, customerId)
  const paymentId = newIdInBucket('payment', bucket)
  await app.pool.query(
    `INSERT INTO payments (bucket, environment_id, id, customer_id, attempt_id, purpose, flow,
       provider, provider_customer_id, provider_payment_id, status, amount, amount_refunded,
       currency, description, created_at, sent_at)
     VALUES ($1, $2, $3, $4, $5, 'topup', 'off_session', 'sandbox', $6, $7, 'pending', 900, 0,
       'usd', 'D', $8, $8)`,
    [
      bucket,
      environmentId,
      paymentId,
      customerId,
      attemptId,
      providerCustomerId,
      outcome.providerPaymentId,
      app.clock.now(),
    ],
  )
  return { provider, customerId, attemptId, paymentId, method, outcome }
}

describe('attaching a test method', () => {
  it.each(sandboxBehaviour.options)(
    '%s: saves the card at the provider and in Purser',
    async (behaviour) => {
      const customerId = await newCustomer()
      const method = await attach(customerId, behaviour)
      expect(method).toMatchObject({
        customerId,
        paymentProviderId: 'sandbox',
        type: 'card',
        status: 'active',
        isDefault: true,
      })
      const { rows } = await app.pool.query('SELECT * FROM sandbox_methods WHERE id = $1', [
        method.providerMethodId,
      ])
      expect(rows).toMatchObject([{ behaviour, last4: method.cardLast4 }])
    },
  )

  it('twice with the same key saves one method', async () => {
    const customerId = await newCustomer()
    const key = { 'idempotency-key': randomUUID() }
    const before = await count('sandbox_methods')
    const first = await attach(customerId, 'success', {}, key)
    expect(await attach(customerId, 'success', {}, key)).toEqual(first)
    expect(await count('sandbox_methods')).toBe(before + 1)
    expect(await count('payment_methods', `customer_id = '${customerId}'`)).toBe(1)
  })

  it('continued after a crash saves one method and emits one event', async () => {
    const customerId = await newCustomer()
    const options = { ...outside, db: app.db, clock: app.clock }
    const sandbox = openSandbox(options, app.sandbox.environmentId)
    const body = { customerId, behaviour: 'success' } as const
    const id = sandboxId('method')
    const first = await attachTestMethod(sandbox, app.sandbox.scope(), id, body)
    expect(await attachTestMethod(sandbox, app.sandbox.scope(), id, body)).toEqual(first)
    expect(await count('sandbox_methods', `id = '${id}'`)).toBe(1)
    const attachedEvents = `customer_id = '${customerId}' AND type = 'payment_method.attached'`
    expect(await count('outbox_messages', attachedEvents)).toBe(1)
  })

  it('keeps the default if requested', async () => {
    const customerId = await newCustomer()
    await attach(customerId, 'success')
    expect(await attach(customerId, 'decline', { isDefault: false })).toMatchObject({
      isDefault: false,
    })
    expect(await attach(customerId, 'decline', { isDefault: true })).toMatchObject({
      isDefault: true,
    })
    const owners = await count('sandbox_customers', `customer_reference = '${customerId}'`)
    expect(owners).toBe(1)
  })

  it('fails for an unknown customer', async () => {
    const body = { customerId: 'nobody', behaviour: 'success' }
    expect(await app.fails('attachSandboxPaymentMethod', { body })).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the book', () => {
  it("shows the provider's charges by customer and by attempt", async () => {
    const { customerId, attemptId, method, provider, outcome } = await payWith('success')
    const providerPaymentId =
      'providerPaymentId' in outcome ? (outcome.providerPaymentId ?? '') : ''
    const refundId = `ref_${randomUUID()}`
    await provider.refund({ refundId, providerPaymentId, amount: 400, currency: 'usd' })
    await payWith('success')
    const book = {
      charges: [
        {
          id: providerPaymentId,
          attemptId,
          customerId,
          amount: 900,
          currency: 'usd',
          createdAt: app.clock.now().toISOString(),
          providerMethodId: method.providerMethodId,
          status: 'succeeded',
          errorCode: null,
        },
      ],
      refunds: [
        {
          id: expect.stringMatching(/^sbre_/),
          attemptId: refundId,
          customerId,
          amount: 400,
          currency: 'usd',
          createdAt: app.clock.now().toISOString(),
          chargeId: providerPaymentId,
          status: 'succeeded',
        },
      ],
    }
    expect(await app.ok('getSandboxBook', { query: { customerId } })).toEqual(book)
    expect(await app.ok('getSandboxBook', { query: { attemptId } })).toEqual(book)
    expect(
      await app.ok('getSandboxBook', { key: app.other.sandbox.keys.full, query: { attemptId } }),
    ).toEqual({ charges: [], refunds: [] })
  })

  it('shows why a charge failed', async () => {
    const { customerId } = await payWith('insufficient_funds')
    expect(await app.ok('getSandboxBook', { query: { customerId } })).toMatchObject({
      charges: [{ status: 'failed', errorCode: 'insufficient_funds' }],
    })
  })
})

describe('a dispute', () => {
  it('is opened and closed once, with an event each time', async () => {
    const { paymentId, provider } = await payWith('success')
    const body = { paymentId, reason: 'fraudulent' }
    const key = { 'idempotency-key': randomUUID() }
    const dispute = await app.ok('openSandboxDispute', { body, headers: key })
    expect(dispute).toMatchObject({ paymentId, status: 'open', reason: 'fraudulent', amount: 900 })
    expect(await app.ok('openSandboxDispute', { body, headers: key })).toEqual(dispute)
    expect(await app.fails('openSandboxDispute', { body })).toMatchObject({ code: 'invalid_state' })
    const params = { id: String(dispute.id) }
    expect(await app.ok('closeSandboxDispute', { params, body: { outcome: 'lost' } })).toEqual({
      ...dispute,
      status: 'lost',
    })
    expect(
      await app.fails('closeSandboxDispute', { params, body: { outcome: 'won' } }),
    ).toMatchObject({ code: 'invalid_state' })
    expect(await provider.lookUpDispute(params.id)).toMatchObject({ status: 'lost' })
    expect(await count('sandbox_events', `body LIKE '%${params.id}%'`)).toBe(2)
  })

  it('is refused for a failed or unknown payment', async () => {
    const { paymentId } = await payWith('decline')
    expect(await app.fails('openSandboxDispute', { body: { paymentId } })).toMatchObject({
      code: 'invalid_state',
    })
    const missing = { paymentId: 'pay_nothing' }
    expect(await app.fails('openSandboxDispute', { body: missing })).toMatchObject({
      code: 'not_found',
    })
    const decide = { params: { id: 'sbdp_nothing' }, body: { outcome: 'won' } }
    expect(await app.fails('closeSandboxDispute', decide)).toMatchObject({ code: 'not_found' })
  })
})

describe('faults', () => {
  it('replace the earlier ones', async () => {
    const faults = [
      { operation: 'charge', effect: 'delay', delayMs: 50, times: 2, customerId: 'c' },
      { operation: 'webhook', effect: 'drop' },
      { operation: 'lookup', effect: 'error', times: null },
    ]
    expect(await app.ok('setSandboxFaults', { body: { faults } })).toEqual({
      faults: [
        { operation: 'charge', effect: 'delay', delayMs: 50, times: 2, customerId: 'c' },
        { operation: 'webhook', effect: 'drop', delayMs: null, times: 1, customerId: null },
        { operation: 'lookup', effect: 'error', delayMs: null, times: null, customerId: null },
      ],
    })
    expect(await app.ok('setSandboxFaults', { body: { faults: [] } })).toEqual({ faults: [] })
    expect(await count('sandbox_faults')).toBe(0)
  })

  it('are refused if they could never have an effect', async () => {
    const faults = [
      { operation: 'charge', effect: 'duplicate' },
      { operation: 'lookup', effect: 'lost_answer' },
      { operation: 'webhook', effect: 'error' },
      { operation: 'charge', effect: 'delay' },
      { operation: 'charge', effect: 'error', delayMs: 5 },
    ]
    const { code, details } = await app.fails('setSandboxFaults', { body: { faults } })
    expect(code).toBe('invalid_request')
    expect((details as { path: string }[]).map(({ path }) => path)).toEqual([
      'faults.0.effect',
      'faults.1.effect',
      'faults.2.effect',
      'faults.3.delayMs',
      'faults.4.delayMs',
    ])
  })
})

describe('a live environment', () => {
  it('cannot use the sandbox provider', async () => {
    const key = app.live.keys.full
    const calls: [string, object][] = [
      ['attachSandboxPaymentMethod', { body: { customerId: 'c', behaviour: 'success' } }],
      ['setSandboxFaults', { body: { faults: [] } }],
      ['openSandboxDispute', { body: { paymentId: 'pay_1' } }],
      ['closeSandboxDispute', { params: { id: 'sbdp_1' }, body: { outcome: 'won' } }],
      ['getSandboxBook', {}],
    ]
    for (const [operation, call] of calls) {
      expect(await app.fails(operation, { key, ...call }), operation).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    }
    const { organizationId, environmentId } = app.live
    const adapter = createSandboxAdapter({ ...outside, db: app.db, clock: app.clock })
    const account = {
      organizationId,
      environmentId,
      environment: 'live',
      credentials: null,
    } as const
    await expect(adapter.connect(account)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
