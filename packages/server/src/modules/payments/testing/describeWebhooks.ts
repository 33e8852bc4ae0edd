import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ForgedWebhook } from '../provider.ts'
import type { ProviderBench, WebhookDelivery } from './providerBench.ts'

const MINUTE_MS = 60_000

/**
 * The webhook tests that every adapter must pass: only recent deliveries signed by the provider are
 * read.
 */
export function describeWebhooks(bench: () => ProviderBench): void {
  describe('a webhook', () => {
    const payment = { providerPaymentId: 'pi_told', attemptId: 'attempt_told' }
    const newDelivery = (minutesAgo = 0) =>
      bench().signPaymentEvent(
        { eventId: `evt_${randomUUID()}`, ...payment },
        new Date(bench().now().getTime() - minutesAgo * MINUTE_MS),
      )
    const reasonOf = async (delivery: WebhookDelivery) => {
      const reading = bench().provider.readWebhook({ ...delivery, now: bench().now() })
      const error = await reading.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(ForgedWebhook)
      return (error as ForgedWebhook).reason
    }

    it('is read, with the same result each time, if the provider signed it', async () => {
      const eventId = `evt_${randomUUID()}`
      const delivery = await bench().signPaymentEvent({ eventId, ...payment }, bench().now())
      const read = await bench().provider.readWebhook({ ...delivery, now: bench().now() })
      expect(read.event).toEqual({ id: eventId, kind: 'payment', ...payment })
      expect(read.signature).not.toBe('')
      expect(await bench().provider.readWebhook({ ...delivery, now: bench().now() })).toEqual(read)
    })

    it.each([4, -4])('is read if it was signed %d minutes ago', async (minutesAgo) => {
      const delivery = await newDelivery(minutesAgo)
      const { event } = await bench().provider.readWebhook({ ...delivery, now: bench().now() })
      expect(event.kind).toBe('payment')
    })

    it('is stale if it was signed long ago', async () => {
      expect(await reasonOf(await newDelivery(6))).toBe('stale')
    })

    it('is refused if it was signed in the future', async () => {
      expect(await reasonOf(await newDelivery(-6))).toBe('future')
    })

    it('is forged if one byte was changed', async () => {
      const { body, headers } = await newDelivery()
      const changed = Buffer.from(body.toString().replace('pi_told', 'pi_tolt'))
      expect(await reasonOf({ body: changed, headers })).toBe('signature')
      expect(await reasonOf({ body: Buffer.concat([body, Buffer.from(' ')]), headers })).toBe(
        'signature',
      )
    })

    it('is forged if it has the signature of another delivery', async () => {
      const { body } = await newDelivery()
      const { headers } = await newDelivery()
      expect(await reasonOf({ body, headers })).toBe('signature')
    })

    it('is malformed without a signature or with a meaningless one', async () => {
      const { body, headers } = await newDelivery()
      expect(await reasonOf({ body, headers: {} })).toBe('malformed')
      const nonsense = Object.fromEntries(Object.keys(headers).map((header) => [header, 'x']))
      expect(await reasonOf({ body, headers: nonsense })).toBe('malformed')
    })
  })
}
