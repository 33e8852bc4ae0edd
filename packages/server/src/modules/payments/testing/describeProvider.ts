import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentProvider, PaymentRequest } from '../provider.ts'
import { describeWebhooks } from './describeWebhooks.ts'
import type { ProviderBench, SavedBehaviour } from './providerBench.ts'

/** Tests the promises of provider.ts, which every adapter must keep. */
export function describeProvider(name: string, makeBench: () => Promise<ProviderBench>): void {
  describe(`the provider ${name}`, () => {
    let bench: ProviderBench
    let provider: PaymentProvider
    beforeAll(async () => {
      bench = await makeBench()
      provider = bench.provider
    })
    afterAll(() => bench.stop())

    const newCustomer = () =>
      provider.ensureCustomer({ customerId: `customer-${randomUUID()}`, name: null, email: null })
    const newKey = () => `key_${randomUUID()}`
    const requestOf = (providerCustomerId: string): PaymentRequest => ({
      attemptId: newKey(),
      providerCustomerId,
      amount: 1250,
      currency: 'usd',
      description: 'Acme credits',
    })
    const newCharge = async (behaviour: SavedBehaviour) => {
      const providerCustomerId = await newCustomer()
      const providerMethodId = await bench.saveMethod(providerCustomerId, behaviour)
      return { ...requestOf(providerCustomerId), providerMethodId }
    }
    type Charge = Awaited<ReturnType<typeof newCharge>>
    const lookUp = ({ attemptId, providerCustomerId }: Charge, providerPaymentId: string | null) =>
      provider.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId })
    const succeed = async () => {
      const charge = await newCharge('success')
      const outcome = await provider.charge(charge)
      if (outcome.kind !== 'succeeded') throw new Error(`the charge was ${outcome.kind}`)
      return { ...charge, providerPaymentId: outcome.providerPaymentId }
    }
    const openForm = async () => {
      const payment = requestOf(await newCustomer())
      const outcome = await provider.startPayment(payment)
      if (outcome.kind !== 'requires_action') throw new Error(`the form was ${outcome.kind}`)
      const { providerPaymentId, client } = outcome
      return { ...payment, providerPaymentId, client }
    }

    describe('a customer', () => {
      it('is created once, and a different customer gets a different id', async () => {
        const customer = { customerId: `customer-${randomUUID()}`, name: 'N', email: 'n@a.test' }
        const first = await provider.ensureCustomer(customer)
        expect(await provider.ensureCustomer(customer)).toBe(first)
        expect(await newCustomer()).not.toBe(first)
      })
    })

    describe('a charge', () => {
      it('takes the money and returns the charged method', async () => {
        const charge = await newCharge('success')
        const outcome = await provider.charge(charge)
        expect(outcome).toMatchObject({
          kind: 'succeeded',
          method: {
            providerMethodId: charge.providerMethodId,
            providerCustomerId: charge.providerCustomerId,
            type: 'card',
            card: { last4: expect.stringMatching(/^\d{4}$/) },
          },
        })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(charge.amount)
      })

      it('charges once and returns the same answer when it is sent twice with one key', async () => {
        const charge = await newCharge('success')
        const first = await provider.charge(charge)
        expect(await provider.charge(charge)).toEqual(first)
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(charge.amount)
      })

      it('is not made if it reuses a key with another amount', async () => {
        const charge = await newCharge('success')
        await provider.charge(charge)
        const { kind } = await provider.charge({ ...charge, amount: charge.amount + 1 })
        // The first request with this key may have been charged, so `unknown` is correct too.
        expect(['rejected', 'unknown']).toContain(kind)
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(charge.amount)
      })

      it('charges again with a new key', async () => {
        const charge = await newCharge('success')
        await provider.charge(charge)
        await provider.charge({ ...charge, attemptId: newKey() })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(2 * charge.amount)
      })

      it('returns a code and whether to retry if it is declined', async () => {
        const charge = await newCharge('insufficient_funds')
        const outcome = await provider.charge(charge)
        expect(outcome).toMatchObject({
          kind: 'declined',
          code: 'insufficient_funds',
          isRetryable: true,
        })
        expect(await lookUp(charge, null)).toMatchObject({ kind: 'declined' })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(0)
      })

      it('returns the data to continue if it requires authentication', async () => {
        const charge = await newCharge('challenge')
        const outcome = await provider.charge(charge)
        expect(outcome).toMatchObject({
          kind: 'requires_action',
          client: { provider: provider.id, token: expect.stringMatching(/.{20}/) },
        })
        expect(await lookUp(charge, null)).toEqual(outcome)
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(0)
      })

      it('is rejected for a detached method and takes no money', async () => {
        const charge = await newCharge('success')
        await provider.detachMethod(charge.providerMethodId)
        expect(await provider.charge(charge)).toMatchObject({ kind: 'rejected' })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(0)
      })

      it('is unknown if its answer is lost, and a lookup by its key finds it', async () => {
        const charge = await newCharge('success')
        await bench.loseNextAnswer('charge')
        expect(await provider.charge(charge)).toMatchObject({ kind: 'unknown' })
        expect(await lookUp(charge, null)).toMatchObject({ kind: 'succeeded' })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(charge.amount)
      })

      it('charges once when it is sent again after a lost answer', async () => {
        const charge = await newCharge('success')
        await bench.loseNextAnswer('charge')
        await provider.charge(charge)
        expect(await provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
        expect(await bench.chargedTo(charge.providerCustomerId)).toBe(charge.amount)
      })

      it('is unknown if it never arrived, absent when looked up, and succeeds when sent again', async () => {
        const charge = await newCharge('success')
        await bench.loseNextRequest('charge')
        expect(await provider.charge(charge)).toMatchObject({ kind: 'unknown' })
        expect(await lookUp(charge, null)).toEqual({ kind: 'absent' })
        expect(await provider.charge(charge)).toMatchObject({ kind: 'succeeded' })
      })
    })

    describe('a lookup', () => {
      it('finds a payment by its id and by its key', async () => {
        const charge = await succeed()
        const byKey = await lookUp(charge, null)
        expect(byKey).toMatchObject({
          kind: 'succeeded',
          providerPaymentId: charge.providerPaymentId,
        })
        expect(await lookUp(charge, charge.providerPaymentId)).toEqual(byKey)
      })

      it('reports a payment as absent if it was never sent', async () => {
        expect(await lookUp(await newCharge('success'), null)).toEqual({ kind: 'absent' })
      })

      it('reports a payment as unknown, not absent, without an answer', async () => {
        const charge = await newCharge('success')
        await bench.loseNextRequest('lookup')
        expect(await lookUp(charge, null)).toMatchObject({ kind: 'unknown' })
      })
    })

    describe('a form', () => {
      it('for a payment is opened once per attempt', async () => {
        const { client, providerPaymentId, ...payment } = await openForm()
        expect(await provider.startPayment(payment)).toEqual({
          kind: 'requires_action',
          providerPaymentId,
          client,
        })
        expect(client).toMatchObject({ provider: provider.id, url: null })
      })

      it('succeeds once it is paid and saves the method for later payments', async () => {
        const { client, attemptId, providerCustomerId, providerPaymentId, ...payment } =
          await openForm()
        await bench.payInForm(client.token)
        const outcome = await provider.lookUpPayment({
          attemptId,
          providerCustomerId,
          providerPaymentId,
        })
        expect(outcome).toMatchObject({ kind: 'succeeded', method: { providerCustomerId } })
        if (outcome.kind !== 'succeeded' || !outcome.method) throw new Error('no method was kept')
        const { providerMethodId } = outcome.method
        expect(await provider.lookUpMethod(providerMethodId)).toEqual(outcome.method)
        const later = { ...payment, attemptId: newKey(), providerCustomerId, providerMethodId }
        expect(await provider.charge(later)).toMatchObject({ kind: 'succeeded' })
        expect(await bench.chargedTo(providerCustomerId)).toBe(2 * payment.amount)
      })

      it('for saving a method is opened once per setup', async () => {
        const setup = {
          setupId: newKey(),
          providerCustomerId: await newCustomer(),
          uiMode: 'embedded',
          successUrl: null,
          cancelUrl: null,
        } as const
        const client = await provider.startSetup(setup)
        expect(client).toMatchObject({ provider: provider.id, url: null })
        expect(await provider.startSetup(setup)).toEqual(client)
        const other = await provider.startSetup({ ...setup, setupId: newKey() })
        expect(other.token).not.toBe(client.token)
      })

      it('has an address in hosted mode', async () => {
        const client = await provider.startSetup({
          setupId: newKey(),
          providerCustomerId: await newCustomer(),
          uiMode: 'hosted',
          successUrl: 'https://acme.test/done',
          cancelUrl: 'https://acme.test/back',
        })
        expect(client.url).toMatch(/^https?:\/\//)
      })
    })

    describe('canceling a payment', () => {
      it('in a form ends it, and canceling it again changes nothing', async () => {
        const { attemptId, providerCustomerId, providerPaymentId } = await openForm()
        const canceled = { kind: 'canceled', providerPaymentId }
        expect(await provider.cancelPayment({ attemptId, providerPaymentId })).toEqual(canceled)
        expect(await provider.cancelPayment({ attemptId, providerPaymentId })).toEqual(canceled)
        expect(
          await provider.lookUpPayment({ attemptId, providerCustomerId, providerPaymentId }),
        ).toEqual(canceled)
      })

      it('that has succeeded returns the success', async () => {
        const { attemptId, providerPaymentId, providerCustomerId, amount } = await succeed()
        expect(await provider.cancelPayment({ attemptId, providerPaymentId })).toMatchObject({
          kind: 'succeeded',
          providerPaymentId,
        })
        expect(await bench.chargedTo(providerCustomerId)).toBe(amount)
      })
    })

    describe('a method', () => {
      it('is found with its customer until it is detached, and can be detached twice', async () => {
        const providerCustomerId = await newCustomer()
        const id = await bench.saveMethod(providerCustomerId, 'success')
        expect(await provider.lookUpMethod(id)).toMatchObject({
          providerMethodId: id,
          providerCustomerId,
        })
        await provider.detachMethod(id)
        await provider.detachMethod(id)
        expect(await provider.lookUpMethod(id)).toBeNull()
      })

      it('is null and counts as detached if the provider does not know it', async () => {
        expect(await provider.lookUpMethod('pm_nobody')).toBeNull()
        await expect(provider.detachMethod('pm_nobody')).resolves.toBeUndefined()
      })
    })

    describe('a refund', () => {
      it('can be made in parts, up to the amount of the payment', async () => {
        const { providerPaymentId, currency } = await succeed()
        const give = (amount: number) =>
          provider.refund({ refundId: newKey(), providerPaymentId, amount, currency })
        expect(await give(1000)).toMatchObject({ kind: 'succeeded' })
        expect(await give(251)).toMatchObject({ kind: 'failed' })
        expect(await give(250)).toMatchObject({ kind: 'succeeded' })
        expect(await give(1)).toMatchObject({ kind: 'failed' })
      })

      it('is made once when it is sent twice with one id', async () => {
        const { providerPaymentId, currency, amount } = await succeed()
        const refund = { refundId: newKey(), providerPaymentId, amount, currency }
        const first = await provider.refund(refund)
        expect(first).toMatchObject({ kind: 'succeeded' })
        expect(await provider.refund(refund)).toEqual(first)
        const { refundId } = refund
        expect(
          await provider.lookUpRefund({ refundId, providerRefundId: null, providerPaymentId }),
        ).toEqual(first)
      })

      it('is unknown if its answer is lost, and a lookup by its id finds it', async () => {
        const { providerPaymentId, currency } = await succeed()
        const refundId = newKey()
        await bench.loseNextAnswer('refund')
        expect(
          await provider.refund({ refundId, providerPaymentId, amount: 100, currency }),
        ).toMatchObject({ kind: 'unknown' })
        expect(
          await provider.lookUpRefund({ refundId, providerRefundId: null, providerPaymentId }),
        ).toMatchObject({ kind: 'succeeded' })
      })

      it('is absent if it was never sent', async () => {
        const { providerPaymentId } = await succeed()
        expect(
          await provider.lookUpRefund({
            refundId: newKey(),
            providerRefundId: null,
            providerPaymentId,
          }),
        ).toEqual({ kind: 'absent' })
      })
    })

    describe('a dispute', () => {
      it('is looked up by its id', async () => {
        const { providerPaymentId, amount } = await succeed()
        const providerDisputeId = await bench.openDispute(providerPaymentId)
        expect(await provider.lookUpDispute(providerDisputeId)).toMatchObject({
          providerDisputeId,
          providerPaymentId,
          status: 'open',
          amount,
        })
      })

      it('is null if the provider does not know it', async () => {
        expect(await provider.lookUpDispute('dp_nobody')).toBeNull()
      })
    })

    describeWebhooks(() => bench)
  })
}
