import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { attachPlan, detachPlan, grantCurrentPeriod } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.ok('createProduct', { body: { name: 'App' } })
  await app.ok('createCreditCurrency', { body: { name: 'Ink', slug: 'ink', denomination: 'unit' } })
  const plan = { productId: 'app', currency: 'usd', interval: 'year' }
  const grantRules = [
    { creditCurrencyId: 'ink', amount: 100, cadence: 'month' },
    { creditCurrencyId: 'ink', amount: 5, cadence: 'once' },
  ]
  await app.ok('createPlan', { body: { ...plan, name: 'Pro', grantRules } })
  await app.ok('createPlan', { body: { ...plan, name: 'Draft', status: 'draft' } })
  await app.ok('putCustomer', { params: { customerId: 'user_1' }, body: {} })
})
afterAll(() => app.stop())

const attach = (customerId: string, planId: string, startsAt?: Date) =>
  app.db
    .transaction()
    .execute((tx) => attachPlan(tx, app.sandbox.scope(), { customerId, planId, startsAt }))
const detach = (customerId: string, planId: string) =>
  app.db.transaction().execute((tx) => detachPlan(tx, app.sandbox.scope(), { customerId, planId }))
const messages = async () => {
  const rows = await app.db
    .selectFrom('outbox_messages')
    .select(['type', 'payload'])
    .where('type', 'like', 'subscription.%')
    .orderBy('id')
    .execute()
  return rows.map(({ type, payload }) => [type, (payload as { id: string }).id])
}

it('attaches the current version of a plan and detaches it', async () => {
  const startsAt = new Date('2026-01-01T00:00:00Z')
  const subscription = await attach('user_1', 'pro', startsAt)
  expect(subscription).toMatchObject({ planVersion: 1, status: 'active', billingAnchor: startsAt })
  const { environmentId } = app.sandbox
  expect(bucketOfId('subscription', subscription.id)).toBe(bucketOf(environmentId, 'user_1'))
  expect(await detach('user_1', 'pro')).toMatchObject([{ id: subscription.id, status: 'canceled' }])
  expect(await messages()).toEqual([
    ['subscription.created', subscription.id],
    ['subscription.canceled', subscription.id],
  ])
})

it.each([
  ['a customer that does not exist', 'nobody', 'pro', 'No customer "nobody"'],
  ['a plan that does not exist', 'user_1', 'none', 'No plan "none"'],
  ['a plan that is not on sale', 'user_1', 'draft', 'Plan "draft" is draft'],
])('refuses %s', async (_name, customerId, planId, message) => {
  await expect(attach(customerId, planId)).rejects.toThrow(message)
})

it('refuses to detach a plan that is not attached', async () => {
  await expect(detach('user_1', 'pro')).rejects.toThrow('is not on plan "pro"')
})

it("grants the plan's credits for the current period once", async () => {
  const subscription = await attach('user_1', 'pro')
  const give = () =>
    app.db.transaction().execute((tx) => grantCurrentPeriod(tx, app.sandbox.scope(), subscription))
  await give()
  await give()
  const wallets = await app.ok<{ data: { balance: number; grants: object[] }[] }>(
    'listCreditAccounts',
    { params: { customerId: 'user_1' } },
  )
  expect(wallets.data).toMatchObject([
    {
      balance: 105,
      grants: [
        { amount: 100, subscriptionId: subscription.id, expiresAt: '2026-02-15T12:00:00.000Z' },
        { amount: 5, subscriptionId: subscription.id, expiresAt: null },
      ],
    },
  ])
})
