import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardBehaviours, testCards } from '../methods/testCards.core.ts'
import { cardOf, openSandboxBench, type SandboxBench } from '../testing/sandboxBench.ts'
import { createSandboxForms } from './sandboxForms.ts'

let bench: SandboxBench
beforeAll(async () => {
  bench = await openSandboxBench()
})
afterAll(() => bench.stop())

const now = () => bench.app.clock.now()
const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await bench.app.pool.query(statement, values)).rows
const methodsOf = (ownerId: string) =>
  rowsOf('SELECT id, behaviour, last4 FROM sandbox_methods WHERE owner_id = $1', ownerId)
const eventsAbout = async (id: string) =>
  (
    await rowsOf('SELECT body FROM sandbox_events WHERE body LIKE $1 ORDER BY number', `%${id}%`)
  ).map(({ body }) => JSON.parse(body).type)

async function openSetup() {
  const { providerCustomerId } = await bench.newCustomer()
  const { token, url } = await bench.provider.startSetup({
    setupId: randomUUID(),
    providerCustomerId,
    uiMode: 'hosted',
    successUrl: 'https://acme.test/done',
    cancelUrl: 'https://acme.test/back',
  })
  return { token, url, providerCustomerId }
}

async function openPayment() {
  const { providerMethodId: _saved, customerId: _customer, ...payment } = await bench.newCharge()
  const outcome = await bench.provider.startPayment(payment)
  if (outcome.kind !== 'requires_action') throw new Error(outcome.kind)
  const { client, providerPaymentId } = outcome
  const { attemptId, providerCustomerId } = payment
  const lookUp = () =>
    bench.provider.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId })
  return { ...payment, token: client.token, providerPaymentId, lookUp }
}

describe('a client secret', () => {
  it('opens its form and returns the data to show', async () => {
    const { token, url } = await openSetup()
    expect(url).toBe(`${bench.options.publicUrl}/sandbox/form#${token}`)
    expect(await bench.forms.findIntent(token)).toEqual({
      id: expect.stringMatching(/^sbsi_/),
      environmentId: bench.environmentId,
      kind: 'setup',
      status: 'requires_method',
      amount: null,
      currency: null,
      description: null,
      lastError: null,
      card: null,
      successUrl: 'https://acme.test/done',
      cancelUrl: 'https://acme.test/back',
      merchantName: 'Acme',
    })
    const payment = await openPayment()
    expect(await bench.forms.findIntent(payment.token)).toMatchObject({
      kind: 'payment',
      amount: 1250,
      currency: 'usd',
      description: 'Acme credits',
      successUrl: null,
    })
  })

  it('opens nothing if it is for another form or installation or has a changed character', async () => {
    const [mine, theirs] = [await openSetup(), await openSetup()]
    const [id, secret] = mine.token.split('_secret_')
    const last = secret?.at(-2) === 'A' ? 'B' : 'A'
    const forged = [
      `${id}_secret_${theirs.token.split('_secret_')[1]}`,
      `${id}_secret_${secret?.slice(0, -2)}${last}${secret?.at(-1)}`,
      `${id}_secret_`,
      `${id}`,
      `_secret_${secret}`,
      '',
    ]
    for (const token of forged) {
      expect(await bench.forms.findIntent(token), token).toBeNull()
      expect(await bench.forms.confirmIntent(token, cardOf('success'), now())).toBeNull()
      expect(await bench.forms.answerChallenge(token, 'approve', now())).toBeNull()
    }
    const elsewhere = createSandboxForms(bench.app.db, randomBytes(32))
    expect(await elsewhere.findIntent(mine.token)).toBeNull()
    expect(await methodsOf(mine.providerCustomerId)).toEqual([])
  })

  it('has 256 bits and is not stored anywhere', async () => {
    const { token } = await openSetup()
    const secret = token.split('_secret_')[1] ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(await dump()).not.toContain(secret)
  })
})

describe('saving a card in a form', () => {
  it.each(['success', 'fails_later'] as const)(
    '%s: succeeds and records an event',
    async (behaviour) => {
      const { token, providerCustomerId } = await openSetup()
      const done = await bench.forms.confirmIntent(token, cardOf(behaviour), now())
      expect(done).toMatchObject({ status: 'succeeded', lastError: null })
      const [method, ...more] = await methodsOf(providerCustomerId)
      expect(method).toMatchObject({ behaviour })
      expect(more).toEqual([])
      expect(await eventsAbout(method.id)).toEqual(['setup_intent.succeeded'])
      expect(await bench.provider.lookUpMethod(method.id)).toMatchObject({ providerCustomerId })
    },
  )

  it.each([
    'decline',
    'insufficient_funds',
    'lost_card',
    'stolen_card',
    'expired_card',
    'incorrect_cvc',
    'processing_error',
  ] as const)('%s: is refused with a reason, and another card can be tried', async (behaviour) => {
    const { token, providerCustomerId } = await openSetup()
    const refused = await bench.forms.confirmIntent(token, cardOf(behaviour), now())
    const { code, message } = testCards[behaviour].refusal ?? {}
    expect(refused).toMatchObject({ status: 'requires_method', lastError: { code, message } })
    expect(await methodsOf(providerCustomerId)).toEqual([])
    const done = await bench.forms.confirmIntent(token, cardOf('success'), now())
    expect(done).toMatchObject({ status: 'succeeded', lastError: null })
  })

  it('is refused for an expired card', async () => {
    const { token } = await openSetup()
    const card = { ...cardOf('success'), expMonth: 12, expYear: 2025 }
    expect(await bench.forms.confirmIntent(token, card, now())).toMatchObject({
      status: 'requires_method',
      lastError: { code: 'expired_card' },
    })
  })

  it.each(['challenge_at_setup', 'challenge_always'] as const)(
    '%s: succeeds only after the customer passes the challenge',
    async (behaviour) => {
      const { token, providerCustomerId } = await openSetup()
      const intent = await bench.forms.confirmIntent(token, cardOf(behaviour), now())
      expect(intent).toMatchObject({ status: 'requires_challenge' })
      expect(await methodsOf(providerCustomerId)).toEqual([])
      expect(await bench.forms.answerChallenge(token, 'fail', now())).toMatchObject({
        status: 'requires_method',
        lastError: { code: 'authentication_failed' },
      })
      await bench.forms.confirmIntent(token, cardOf(behaviour), now())
      expect(await bench.forms.answerChallenge(token, 'approve', now())).toMatchObject({
        status: 'succeeded',
        lastError: null,
      })
      expect(await methodsOf(providerCustomerId)).toMatchObject([{ behaviour }])
    },
  )

  it('twice concurrently saves one card', async () => {
    const { token, providerCustomerId } = await openSetup()
    const clicks = Array.from({ length: 5 }, () =>
      bench.forms.confirmIntent(token, cardOf('success'), now()),
    )
    for (const click of await Promise.all(clicks)) expect(click?.status).toBe('succeeded')
    expect(await methodsOf(providerCustomerId)).toHaveLength(1)
  })
})

describe('paying in a form', () => {
  it('continues with another card after a decline', async () => {
    const { token, lookUp, providerPaymentId } = await openPayment()
    await bench.forms.confirmIntent(token, cardOf('fails_later'), now())
    expect(await lookUp()).toMatchObject({ kind: 'requires_action', client: { token } })
    await bench.forms.confirmIntent(token, cardOf('success'), now())
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', method: { type: 'card' } })
    expect(await eventsAbout(providerPaymentId)).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ])
  })

  it('with a challenge succeeds once the customer passes it', async () => {
    const { token, lookUp, providerPaymentId } = await openPayment()
    await bench.forms.confirmIntent(token, cardOf('challenge_always'), now())
    expect(await lookUp()).toMatchObject({ kind: 'requires_action' })
    await bench.forms.answerChallenge(token, 'approve', now())
    expect(await lookUp()).toMatchObject({ kind: 'succeeded' })
    expect(await eventsAbout(providerPaymentId)).toEqual([
      'payment_intent.requires_action',
      'payment_intent.succeeded',
    ])
  })

  it('is refused after the payment was canceled', async () => {
    const { token, attemptId, providerPaymentId, providerCustomerId } = await openPayment()
    await bench.provider.cancelPayment({ attemptId, providerPaymentId })
    expect(await bench.forms.confirmIntent(token, cardOf('success'), now())).toMatchObject({
      status: 'canceled',
    })
    expect(await methodsOf(providerCustomerId)).toMatchObject([{ behaviour: 'success' }])
    expect(await eventsAbout(providerPaymentId)).toEqual(['payment_intent.canceled'])
  })
})

describe('a charge that challenges the customer', () => {
  const challenged = async () => {
    const charge = await bench.newCharge('challenge_always')
    const outcome = await bench.provider.charge(charge)
    if (outcome.kind !== 'requires_action') throw new Error(outcome.kind)
    const { attemptId, providerCustomerId } = charge
    const { providerPaymentId, client } = outcome
    const lookUp = () =>
      bench.provider.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId })
    return { ...charge, token: client.token, lookUp }
  }

  it('succeeds with its method once the challenge is passed', async () => {
    const { token, lookUp, providerMethodId, providerCustomerId } = await challenged()
    await bench.forms.answerChallenge(token, 'approve', now())
    expect(await lookUp()).toMatchObject({ kind: 'succeeded', method: { providerMethodId } })
    expect(await methodsOf(providerCustomerId)).toHaveLength(1)
  })

  it('is declined permanently if the challenge fails', async () => {
    const { token, lookUp } = await challenged()
    expect(await bench.forms.answerChallenge(token, 'fail', now())).toMatchObject({
      status: 'failed',
    })
    expect(await lookUp()).toMatchObject({ kind: 'declined', code: 'authentication_failed' })
    expect(await bench.forms.answerChallenge(token, 'approve', now())).toMatchObject({
      status: 'failed',
    })
  })
})

describe('a charge of a saved card', () => {
  it.each(cardBehaviours)('%s: has the outcome of that test card', async (behaviour) => {
    const outcome = await bench.provider.charge(await bench.newCharge(behaviour))
    const { verdicts, refusal } = testCards[behaviour]
    const expected = {
      accept: { kind: 'succeeded' },
      challenge: { kind: 'requires_action' },
      refuse: { kind: 'declined', ...refusal },
    }
    expect(outcome).toMatchObject(expected[verdicts.charge])
  })

  it('is declined once the month of its expiry is over', async () => {
    const charge = await bench.newCharge('success')
    bench.app.clock.advance({ days: 365 * 5 })
    expect(await bench.provider.charge(charge)).toMatchObject({
      kind: 'declined',
      code: 'expired_card',
    })
  })
})

it('the sandbox provider never stores a card number', async () => {
  const book = await dump()
  expect(book).toContain('4242')
  for (const { number } of Object.values(testCards)) {
    expect(book).not.toContain(number)
    expect(bench.app.logs.join('\n')).not.toContain(number)
  }
})

/** Reads everything that the provider has stored. */
async function dump(): Promise<string> {
  const tables = await rowsOf(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'sandbox%'`,
  )
  expect(tables).toHaveLength(8)
  const texts = tables.map(({ tablename }) => rowsOf(`SELECT t::text FROM ${tablename} t`))
  return JSON.stringify(await Promise.all(texts))
}
