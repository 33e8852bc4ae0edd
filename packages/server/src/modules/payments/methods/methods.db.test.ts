import type { PaymentMethod } from '@purser/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import { findDefaultMethod } from '../read.ts'
import { type MethodBench, startMethodBench } from '../testing/methodBench.ts'
import { attachPaymentMethod } from './attachPaymentMethod.ts'

let bench: MethodBench
beforeAll(async () => {
  bench = await startMethodBench()
})
beforeEach(() => bench.reset())
afterEach(() => bench.expectSound())
afterAll(() => bench.stop())

const jane = { customerId: 'jane' }
const setDefault = (id: string, body: object = jane): Call => ({ params: { id }, body })
const ofJane = (id: string): Call => ({ params: { id }, query: jane })
const replacement = (oldPaymentMethodId: string, newPaymentMethodId: string): Call => ({
  body: { ...jane, oldPaymentMethodId, newPaymentMethodId },
})

describe('attaching a method', () => {
  it('returns its card and makes the first method the default', async () => {
    const first = await bench.attach()
    bench.app.clock.advance({ seconds: 1 })
    const second = await bench.attach({ expMonth: 3, expYear: 2031 })
    expect(await bench.list()).toEqual([
      expect.objectContaining({ id: second.id, isDefault: false, expMonth: 3, expYear: 2031 }),
      {
        id: first.id,
        customerId: 'jane',
        organizationId: bench.app.sandbox.organizationId,
        paymentProviderId: 'sandbox',
        providerMethodId: 'card_1',
        type: 'card',
        status: 'active',
        isDefault: true,
        cardLast4: '4242',
        cardBrand: 'visa',
        expMonth: 12,
        expYear: 2030,
        createdAt: '2026-01-15T12:00:00.000Z',
        updatedAt: '2026-01-15T12:00:00.000Z',
      },
    ])
    expect(await bench.eventTypes()).toEqual(['attached', 'attached'])
  })

  it('sets or keeps the default as requested', async () => {
    const first = await bench.attach({ isDefault: false })
    expect(first.isDefault).toBe(false)
    const second = await bench.attach()
    expect(await bench.defaultOf()).toBe(second.id)
    const third = await bench.attach({ isDefault: true })
    expect(await bench.defaultOf()).toBe(third.id)
  })

  it('again updates its card data without a second record or event', async () => {
    const first = await bench.attach()
    const method = bench.provider.save('jane')
    bench.app.clock.advance({ days: 1 })
    const again = await bench.run((tx, scope) =>
      attachPaymentMethod(tx, scope, {
        ...jane,
        provider: 'sandbox',
        method: {
          ...method,
          providerMethodId: first.providerMethodId,
          card: { last4: '1111', brand: 'mastercard', expMonth: 1, expYear: 2032 },
        },
      }),
    )
    expect(again).toEqual({
      ...first,
      cardLast4: '1111',
      cardBrand: 'mastercard',
      expMonth: 1,
      expYear: 2032,
      updatedAt: bench.app.clock.now(),
    })
    expect(await bench.eventTypes()).toEqual(['attached'])
  })

  it('again restores a detached method and emits an event', async () => {
    const { id } = await bench.attach()
    await bench.app.ok('detachPaymentMethod', ofJane(id))
    const method = bench.provider.methods.get('card_1')
    if (!method) throw new Error('already detached at the provider')
    await bench.run((tx, scope) =>
      attachPaymentMethod(tx, scope, { ...jane, provider: 'sandbox', method }),
    )
    expect(await bench.list()).toMatchObject([{ id, status: 'active', isDefault: true }])
    expect(await bench.eventTypes()).toEqual(['attached', 'detached', 'attached'])
  })

  it('does not make an expired card the default', async () => {
    const old = await bench.attach({ expMonth: 12, expYear: 2025, isDefault: true })
    expect(old).toMatchObject({ status: 'expired', isDefault: false })
  })

  it('is refused for an unknown customer', async () => {
    await expect(bench.attach({ customerId: 'nobody' })).rejects.toThrow('No customer "nobody"')
  })
})

describe('the list of methods', () => {
  it('is paginated, newest first', async () => {
    for (let each = 0; each < 3; each += 1) {
      await bench.attach()
      bench.app.clock.advance({ seconds: 1 })
    }
    const page = (cursor?: string) =>
      bench.app.ok<{ data: PaymentMethod[]; nextCursor: string | null }>('listPaymentMethods', {
        query: { ...jane, limit: 2, ...(cursor && { cursor }) },
      })
    const first = await page()
    const second = await page(first.nextCursor ?? '')
    const ids = [...first.data, ...second.data].map((each) => each.providerMethodId)
    expect(ids).toEqual(['card_3', 'card_2', 'card_1'])
    expect(second.nextCursor).toBeNull()
  })

  it('requires a customer id with a secret key and rejects unknown customers', async () => {
    expect(await bench.app.fails('listPaymentMethods')).toMatchObject({
      status: 400,
      details: [{ path: 'query.customerId' }],
    })
    const nobody = { query: { customerId: 'nobody' } }
    expect(await bench.app.fails('listPaymentMethods', nobody)).toMatchObject({
      status: 404,
      message: 'No customer "nobody" in this environment.',
    })
  })
})

describe('ownership of a method', () => {
  const operations: [string, (id: string) => Call][] = [
    ['setDefaultPaymentMethod', (id) => setDefault(id, {})],
    ['detachPaymentMethod', (id) => ({ params: { id } })],
    ['getPaymentMethodDependencies', (id) => ({ params: { id } })],
  ]

  it.each(operations)(
    'limits %s with a portal token to the methods of its customer',
    async (operation, call) => {
      await bench.app.ok('putCustomer', { params: { customerId: 'john' }, body: {} })
      const mine = await bench.attach()
      const theirs = await bench.attach({ customerId: 'john' })
      const { token } = await bench.app.ok<{ token: string }>('createPortalSession', { body: jane })
      expect(await bench.app.fails(operation, { ...call(theirs.id), token })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
      await bench.app.ok(operation, { ...call(mine.id), token })
      expect(await bench.defaultOf('john')).toBe(theirs.id)
    },
  )

  it.each(operations)(
    'requires a customer id for %s with a secret key',
    async (operation, call) => {
      const { id } = await bench.attach()
      expect(await bench.app.fails(operation, call(id))).toMatchObject({ status: 400 })
    },
  )

  it('is checked against the customer and the environment', async () => {
    await bench.app.ok('putCustomer', { params: { customerId: 'john' }, body: {} })
    const { id } = await bench.attach()
    const asJohn = { params: { id }, query: { customerId: 'john' } }
    expect(await bench.app.fails('detachPaymentMethod', asJohn)).toMatchObject({ status: 404 })
    const key = bench.app.other.sandbox.keys.full
    await bench.app.ok('putCustomer', { params: jane, body: {}, key })
    const stranger = { ...ofJane(id), key }
    expect(await bench.app.fails('detachPaymentMethod', stranger)).toMatchObject({ status: 404 })
    expect(await bench.defaultOf()).toBe(id)
  })
})

describe('the default method', () => {
  it('can be changed', async () => {
    await bench.attach()
    const second = await bench.attach()
    const answer = await bench.app.ok('setDefaultPaymentMethod', setDefault(second.id))
    expect(answer).toMatchObject({ id: second.id, isDefault: true })
    expect((await bench.list()).filter((each) => each.isDefault)).toHaveLength(1)
    expect(await bench.defaultOf()).toBe(second.id)
    await bench.app.ok('setDefaultPaymentMethod', setDefault(second.id))
  })

  it('cannot be set to a detached or expired method', async () => {
    const good = await bench.attach()
    const gone = await bench.attach()
    const old = await bench.attach({ expMonth: 1, expYear: 2020 })
    await bench.app.ok('detachPaymentMethod', ofJane(gone.id))
    for (const { id } of [gone, old]) {
      expect(await bench.app.fails('setDefaultPaymentMethod', setDefault(id))).toMatchObject({
        status: 409,
        code: 'invalid_state',
      })
    }
    expect(await bench.defaultOf()).toBe(good.id)
  })
})

describe('detaching a method', () => {
  it('removes it from the list and clears the default', async () => {
    const { id } = await bench.attach()
    expect(await bench.app.ok('detachPaymentMethod', ofJane(id))).toMatchObject({
      id,
      status: 'detached',
      isDefault: false,
    })
    expect(await bench.list()).toEqual([])
    const found = await bench.run((tx, { environmentId }) =>
      findDefaultMethod(tx, environmentId, 'jane'),
    )
    expect(found).toBeNull()
    expect(await bench.eventTypes()).toEqual(['attached', 'detached'])
  })

  it('again returns the same answer and emits no second event', async () => {
    const { id } = await bench.attach()
    const first = await bench.app.ok('detachPaymentMethod', ofJane(id))
    bench.app.clock.advance({ days: 1 })
    expect(await bench.app.ok('detachPaymentMethod', ofJane(id))).toEqual(first)
    expect(await bench.eventTypes()).toEqual(['attached', 'detached'])
  })

  it('is refused, with a list of its dependencies, while subscriptions or auto-top-ups depend on it', async () => {
    const { id } = await bench.attach()
    const spare = await bench.attach()
    const subscriptionId = await bench.subscribe()
    const accountId = await bench.enableAutoTopUp()
    const dependencies = await bench.app.ok('getPaymentMethodDependencies', ofJane(id))
    expect(dependencies).toEqual({
      paymentMethodId: id,
      isDefault: true,
      blocksDetach: true,
      activeSubscriptions: [
        {
          id: subscriptionId,
          status: 'active',
          planId: expect.stringMatching(/^plan_/),
          collectionMethod: 'charge_automatically',
          currentBillingPeriodEnd: null,
        },
      ],
      autoTopupAccounts: [
        {
          id: accountId,
          creditCurrencyId: expect.stringMatching(/^cur_/),
          autoTopupThreshold: 2.5,
          autoTopupAmount: 1_000,
          autoTopupPackageId: null,
        },
      ],
    })
    const error = await bench.app.fails('detachPaymentMethod', ofJane(id))
    expect(error).toMatchObject({ status: 409, code: 'pm_in_use' })
    expect(error.details).toEqual({
      paymentMethodId: id,
      activeSubscriptionIds: [subscriptionId],
      autoTopupAccountIds: [accountId],
      requestId: error.requestId,
    })
    expect(await bench.defaultOf()).toBe(id)
    expect(await bench.app.ok('getPaymentMethodDependencies', ofJane(spare.id))).toEqual({
      paymentMethodId: spare.id,
      isDefault: false,
      blocksDetach: false,
      activeSubscriptions: [],
      autoTopupAccounts: [],
    })
    await bench.app.ok('detachPaymentMethod', ofJane(spare.id))
  })

  it.each(['subscribe', 'enableAutoTopUp'] as const)(
    'is refused with a single dependency: %s',
    async (depend) => {
      const { id } = await bench.attach()
      await bench[depend]()
      expect(await bench.app.fails('detachPaymentMethod', ofJane(id))).toMatchObject({
        code: 'pm_in_use',
      })
    },
  )

  it.each(['trialing', 'active', 'past_due'])(
    'is refused for a subscription that is %s',
    async (status) => {
      const { id } = await bench.attach()
      await bench.subscribe()
      await bench.app.pool.query('UPDATE subscriptions SET status = $1', [status])
      expect(await bench.app.fails('detachPaymentMethod', ofJane(id))).toMatchObject({
        status: 409,
      })
    },
  )

  it.each(['incomplete', 'incomplete_expired', 'paused', 'canceled'])(
    'is allowed for a subscription that is %s',
    async (status) => {
      const { id } = await bench.attach()
      await bench.subscribe()
      await bench.app.pool.query('UPDATE subscriptions SET status = $1', [status])
      await bench.app.ok('detachPaymentMethod', ofJane(id))
    },
  )

  it('is allowed with a disabled auto-top-up rule', async () => {
    const { id } = await bench.attach()
    await bench.enableAutoTopUp()
    const params = { ...jane, creditCurrencyId: 'money' }
    await bench.app.ok('disableAutoTopUp', { params })
    await bench.app.ok('detachPaymentMethod', ofJane(id))
  })

  it('is allowed for a customer who pays by invoice', async () => {
    const { id } = await bench.attach()
    await bench.subscribe()
    await bench.enableAutoTopUp()
    await bench.app.ok('putCustomer', {
      params: jane,
      body: { collectionMethod: 'send_invoice' },
    })
    expect(await bench.app.ok('getPaymentMethodDependencies', ofJane(id))).toMatchObject({
      isDefault: true,
      blocksDetach: false,
    })
    await bench.app.ok('detachPaymentMethod', ofJane(id))
  })
})

describe('replacing a method', () => {
  it('detaches the default despite its dependencies and makes the new method the default', async () => {
    const old = await bench.attach()
    const next = await bench.attach()
    await bench.subscribe()
    expect(await bench.app.ok('replacePaymentMethod', replacement(old.id, next.id))).toEqual({
      ...jane,
      oldPaymentMethodId: old.id,
      newPaymentMethodId: next.id,
      becameDefault: true,
      clearedOldDefault: true,
    })
    expect(await bench.list()).toMatchObject([{ id: next.id, isDefault: true }])
    expect(await bench.eventTypes()).toEqual(['attached', 'attached', 'detached'])
  })

  it('that is not the default keeps the default', async () => {
    const charged = await bench.attach()
    const old = await bench.attach()
    const next = await bench.attach()
    expect(await bench.app.ok('replacePaymentMethod', replacement(old.id, next.id))).toMatchObject({
      becameDefault: false,
      clearedOldDefault: false,
    })
    expect(await bench.defaultOf()).toBe(charged.id)
  })

  it('with the default method keeps the default', async () => {
    const charged = await bench.attach()
    const old = await bench.attach()
    expect(
      await bench.app.ok('replacePaymentMethod', replacement(old.id, charged.id)),
    ).toMatchObject({ becameDefault: false, clearedOldDefault: false })
    expect(await bench.defaultOf()).toBe(charged.id)
  })

  it('sets a default for a customer without one', async () => {
    const old = await bench.attach({ isDefault: false })
    const next = await bench.attach({ isDefault: false })
    expect(await bench.app.ok('replacePaymentMethod', replacement(old.id, next.id))).toMatchObject({
      becameDefault: true,
      clearedOldDefault: false,
    })
    expect(await bench.defaultOf()).toBe(next.id)
  })

  it('requires an attached old method and an active new method of the same customer', async () => {
    await bench.app.ok('putCustomer', { params: { customerId: 'john' }, body: {} })
    const good = await bench.attach()
    const old = await bench.attach({ expMonth: 1, expYear: 2020 })
    const gone = await bench.attach()
    const theirs = await bench.attach({ customerId: 'john' })
    await bench.app.ok('detachPaymentMethod', ofJane(gone.id))
    const status = async (from: string, to: string) =>
      (await bench.app.fails('replacePaymentMethod', replacement(from, to))).status
    expect(await status(good.id, old.id)).toBe(409)
    expect(await status(good.id, gone.id)).toBe(409)
    expect(await status(gone.id, good.id)).toBe(409)
    expect(await status(good.id, theirs.id)).toBe(404)
    expect(await status(theirs.id, good.id)).toBe(404)
    expect(await status(good.id, good.id)).toBe(400)
    expect(await bench.defaultOf()).toBe(good.id)
    await bench.app.ok('replacePaymentMethod', replacement(old.id, good.id))
  })
})
