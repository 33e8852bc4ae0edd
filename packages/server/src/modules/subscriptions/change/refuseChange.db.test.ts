import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

async function on(planId: string, customerId: string, body?: object) {
  await bench.payer(customerId)
  return bench.subscribed(customerId, planId, body)
}

describe('a change', () => {
  let id: string
  beforeAll(async () => {
    ;({ id } = await on('small', 'refused'))
  })

  it.each([
    ['to an unknown plan', 'nowhere', 404, 'not_found'],
    ['to a plan that is not on sale yet', 'draft', 409, 'plan_inactive'],
    ['to a plan of another product', 'extra', 409, 'invalid_state'],
    ['to a plan in another currency', 'euro', 409, 'currency_mismatch'],
    ['to an add-on', 'boost', 400, 'invalid_request'],
  ])('%s is refused without any effect', async (_, planId, status, code) => {
    const before = await bench.readRows('refused')
    const refusal = { status, code }
    expect(await bench.refusedChange(id, planId)).toMatchObject(refusal)
    const preview = { params: { id }, body: { planId } }
    expect(await bench.app.fails('previewSubscriptionChange', preview)).toMatchObject(refusal)
    expect(await bench.readRows('refused')).toEqual(before)
    expect(await bench.invoices('refused')).toHaveLength(1)
  })

  it('of an unknown subscription or of a subscription of another customer is refused', async () => {
    expect(await bench.refusedChange('sub_none', 'big')).toMatchObject({ status: 404 })
    await bench.payer('stranger')
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId: 'stranger' },
    })
    const call = { params: { id }, body: { planId: 'big' }, token }
    expect(await bench.app.fails('changeSubscription', call)).toMatchObject({ status: 404 })
    expect(await bench.app.fails('previewSubscriptionChange', call)).toMatchObject({ status: 404 })
  })

  it('is refused after the subscription has ended', async () => {
    const ended = await on('small', 'ended')
    await bench.app.ok('cancelSubscription', { params: { id: ended.id }, body: { when: 'now' } })
    expect(await bench.refusedChange(ended.id, 'big')).toMatchObject({
      status: 409,
      code: 'subscription_ended',
    })
  })

  it('is refused while the subscription is paused or incomplete', async () => {
    const paused = await on('small', 'paused')
    await bench.app.ok('pauseSubscription', { params: { id: paused.id } })
    expect(await bench.refusedChange(paused.id, 'big')).toMatchObject({ code: 'invalid_state' })
    await bench.customer('incomplete')
    await bench.subscribe('incomplete', 'small')
    const [incomplete] = await bench.list('incomplete')
    expect(await bench.refusedChange(incomplete?.id ?? '', 'big')).toMatchObject({
      code: 'invalid_state',
    })
  })

  it('to another interval is refused while the subscription is scheduled to end', async () => {
    const leaving = await on('small', 'leaving')
    await bench.app.ok('cancelSubscription', { params: { id: leaving.id }, body: {} })
    const before = await bench.readRows('leaving')
    expect(await bench.refusedChange(leaving.id, 'big-year', { when: 'now' })).toMatchObject({
      code: 'invalid_state',
    })
    expect(await bench.refusedChange(leaving.id, 'free')).toMatchObject({ code: 'invalid_state' })
    expect(await bench.readRows('leaving')).toEqual(before)
    expect(await bench.change(leaving.id, 'big')).toMatchObject({ kind: 'charged_inline' })
  })

  it('is refused while the renewal is due', async () => {
    const late = await on('small', 'late')
    bench.app.clock.advance({ days: 31 })
    expect(await bench.refusedChange(late.id, 'big')).toMatchObject({ status: 503 })
    await bench.tick()
    expect(await bench.change(late.id, 'big')).toMatchObject({ amount: 2_000 })
  })

  it('is refused while the subscription is past due', async () => {
    const due = await on('small', 'due')
    await bench.card('due', 'insufficient_funds')
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    expect(await bench.get(due.id)).toMatchObject({ status: 'past_due' })
    expect(await bench.refusedChange(due.id, 'big')).toMatchObject({ code: 'invalid_state' })
  })
})

it('of two concurrent changes, only one is applied', async () => {
  const { id } = await on('small', 'twice')
  const replies = await Promise.all(
    ['big', 'big'].map((planId) =>
      bench.app.call('changeSubscription', { params: { id }, body: { planId } }),
    ),
  )
  const kinds = replies.map(({ status, body }) =>
    status === 200 ? (body as { kind: string }).kind : status,
  )
  // The second request finds that the first change waits for its payment or is already applied.
  expect(kinds).toContain('charged_inline')
  expect([409, 'no_action']).toContain(kinds.find((kind) => kind !== 'charged_inline'))
  expect(await bench.charges('twice')).toHaveLength(2)
})

it('a change waits for bank authentication, and the subscription can be canceled in the meantime', async () => {
  const { id, planId } = await on('small', 'asked')
  await bench.card('asked', 'challenge_always')
  const refusal = await bench.refusedChange(id, 'big')
  expect(refusal).toMatchObject({ status: 402, code: 'authentication_required' })
  expect(await bench.get(id)).toMatchObject({ planId, status: 'active' })
  const canceled = await bench.app.ok('cancelSubscription', {
    params: { id },
    body: { when: 'now' },
  })
  expect(canceled).toMatchObject({ status: 'canceled', planId })
  expect((await bench.invoices('asked')).at(-1)).toMatchObject({ status: 'void' })
  const charges = await bench.charges('asked')
  expect(charges.map(({ status }) => status).sort()).toEqual(['canceled', 'succeeded'])
})
