import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../src/kernel/amount.ts'
import type { Catalog, Feature, Metric, Plan } from './catalog.ts'
import { balanceOf } from './credits/wallet.ts'
import type { Answer, Operation } from './operation.ts'
import { applyOperation } from './operations.ts'
import { billingPeriodAt, periodAt } from './periods.ts'
import { type Customer, newCustomer } from './state.ts'

const START = new Date('2026-01-31T12:00:00.000Z')
const after = (ms: number): Date => new Date(START.getTime() + ms)

const metric = { id: 'met', slug: 'calls', eventName: 'call', aggregation: 'sum', filter: [] }
const feature = {
  id: 'feat',
  slug: 'calls',
  type: 'credit',
  metricId: 'met',
  creditCurrencyId: 'cur',
  creditCost: { perUnit: '0.3', rules: [{ where: { model: 'large' }, perUnit: '2' }] },
  displayOrder: 0,
  status: 'active',
}
const plan = (id: string, onExhausted: string) => ({
  id,
  slug: id,
  version: 1,
  interval: 'month',
  intervalCount: 1,
  entitlements: [{ type: 'credit', featureSlug: 'calls', creditCost: null, onExhausted }],
  charges: [{ id: `charge of ${id}`, type: 'usage', metricId: 'met', filters: [] }],
  grantRules: [],
})
const catalog: Catalog = {
  metrics: [{ ...metric, property: null } as unknown as Metric],
  features: [feature as unknown as Feature],
  creditCurrencies: [],
  plans: [plan('overdraft', 'overdraft'), plan('invoice', 'invoice')] as unknown as Plan[],
  creditPackages: [],
  coupons: [],
  taxRates: [],
}

/** Applies operations to one customer, one after the other. */
class Story {
  customer: Customer = newCustomer('ann', 'Europe/Berlin')

  do(operation: Operation, now: Date = START): Answer {
    const { customer, answer } = applyOperation(catalog, this.customer, operation, now)
    this.customer = customer
    return answer
  }

  grant(amount: number, more: { priority?: number; expiresAt?: Date } = {}): void {
    const newGrant = { amount: parseAmount(amount), reason: 'GRANT' as const, ...more }
    this.do({ kind: 'grant', creditCurrencyId: 'cur', ...newGrant })
  }

  track(quantity: number, now: Date = START, more: Partial<TrackOptions> = {}): Answer {
    const { properties = {}, key = null } = more
    const event = {
      eventName: 'call',
      quantity: parseAmount(quantity),
      properties,
      timestamp: null,
      idempotencyKey: key,
      payload: JSON.stringify([quantity, properties]),
    }
    return this.do({ kind: 'track', event }, now)
  }

  get rows(): string[] {
    const { ledger = [] } = this.customer.wallets.get('cur') ?? {}
    return ledger.map(
      ({ type, reason, amount, grantId }) =>
        `${type} ${reason} ${Number(amount.units) / 1e9} ${grantId?.slice(1, 8) ?? 'overdraft'}`,
    )
  }

  get balance(): number {
    const wallet = this.customer.wallets.get('cur')
    return wallet ? Number(balanceOf(wallet).units) / 1e9 : 0
  }
}

interface TrackOptions {
  properties: Record<string, unknown>
  key: string
}

describe('the model', () => {
  it('spends by priority, then by age', () => {
    const story = new Story()
    story.grant(3)
    story.grant(3)
    story.grant(3, { priority: 1 })
    story.track(25)
    expect(story.rows.slice(3)).toEqual([
      'DEBIT USAGE_DEDUCTION 3 grant 3',
      'DEBIT USAGE_DEDUCTION 3 grant 1',
      'DEBIT USAGE_DEDUCTION 1.5 grant 2',
    ])
  })

  it('stops spending a grant at the exact instant of its expiry', () => {
    const story = new Story()
    story.grant(3, { expiresAt: after(1000) })
    expect(story.track(1, after(999)).body).toMatchObject({ creditBalance: '2.7' })
    expect(story.track(1, after(1000)).rejected).toBe('insufficient_credits')
    story.do({ kind: 'sweep' }, after(1000))
    expect(story.rows.at(-1)).toBe('EXPIRE EXPIRATION 2.7 grant 1')
  })

  it('charges by the first matching rule and rejects an event that credits do not cover in full', () => {
    const story = new Story()
    story.grant(3)
    const large = { properties: { model: 'large' } }
    expect(story.track(1, START, large).body).toMatchObject({ creditsDeducted: '2' })
    expect(story.track(1, START, large).rejected).toBe('insufficient_credits')
    expect(story.balance).toBe(1)
  })

  it('repeats the first result for a reused key and refuses a different event with the same key', () => {
    const story = new Story()
    story.grant(3)
    const first = story.track(1, START, { key: 'k' }).body as object
    expect(story.track(1, after(5), { key: 'k' }).body).toEqual({ ...first, status: 'duplicate' })
    expect(story.track(2, START, { key: 'k' }).rejected).toBe('idempotency_key_reused')
    expect(story.balance).toBe(2.7)
  })

  it('repays an overdraft from the next grant', () => {
    const story = new Story()
    story.do({ kind: 'attach', planId: 'overdraft', billingAnchor: START })
    story.track(10)
    expect(story.balance).toBe(-3)
    story.grant(5)
    expect(story.rows.slice(1)).toEqual([
      'CREDIT GRANT 5 grant 1',
      'DEBIT OVERDRAFT_REPAYMENT 3 grant 1',
      'CREDIT OVERDRAFT_REPAYMENT 3 overdraft',
    ])
    expect(story.balance).toBe(2)
  })

  it('accrues only the units that credits do not cover, rounded half-even', () => {
    const story = new Story()
    story.do({ kind: 'attach', planId: 'invoice', billingAnchor: START })
    story.grant(0.1)
    expect(story.track(1).body).toMatchObject({
      flow: 'credit_and_invoice',
      creditsDeducted: '0.1',
    })
    const [accrual] = story.customer.accruals.values()
    expect(accrual?.value).toEqual(parseAmount('0.666666667'))
  })

  it('returns the credits of a reversed event to their grants and expires those of an expired grant', () => {
    const story = new Story()
    story.grant(0.3, { priority: 1, expiresAt: after(1000) })
    story.grant(3)
    const { eventId } = story.track(2).body as { eventId: string }
    story.do({ kind: 'reverse', eventId }, after(1000))
    expect(story.rows.slice(4)).toEqual([
      'CREDIT USAGE_REVERSAL 0.3 grant 1',
      'EXPIRE EXPIRATION 0.3 grant 1',
      'CREDIT USAGE_REVERSAL 0.3 grant 2',
    ])
    expect(story.do({ kind: 'reverse', eventId }).code).toBe('invalid_state')
  })

  it('captures held credits, even of an expired grant, and releases the rest', () => {
    const story = new Story()
    story.grant(3, { expiresAt: after(1000) })
    const of = { creditCurrencyId: 'cur', amount: parseAmount(2) }
    const held = story.do({ kind: 'reserve', of, expiresInSeconds: 60 }).body as { id: string }
    const capture = { kind: 'capture' as const, reservationId: held.id, final: true }
    story.do({ ...capture, amount: parseAmount(0.5) }, after(2000))
    expect(story.rows.slice(2)).toEqual([
      'EXPIRE EXPIRATION 1 grant 1',
      'RELEASE RESERVATION_RELEASE 0.5 grant 1',
      'DEBIT RESERVATION_CAPTURE 0.5 grant 1',
      'RELEASE RESERVATION_RELEASE 1.5 grant 1',
      'EXPIRE EXPIRATION 1.5 grant 1',
    ])
    expect(story.balance).toBe(0)
  })

  it('changes nothing when it refuses an operation or only reads', () => {
    const story = new Story()
    story.grant(3)
    const before = story.customer
    story.do({ kind: 'adjust', creditCurrencyId: 'cur', amount: parseAmount(-4) })
    story.do({ kind: 'check', featureSlug: 'calls' }, after(5))
    expect(story.customer).toBe(before)
  })
})

describe('the periods of the model', () => {
  const startOf = (at: string) =>
    billingPeriodAt({ interval: 'month', intervalCount: 1 }, START, new Date(at), 'UTC').start

  it('count from the anchor, even for instants before the anchor', () => {
    expect(startOf('2026-03-01T00:00:00Z').toISOString()).toBe('2026-02-28T12:00:00.000Z')
    expect(startOf('2026-03-31T12:00:00Z').toISOString()).toBe('2026-03-31T12:00:00.000Z')
    expect(startOf('2025-12-31T11:59:59Z').toISOString()).toBe('2025-11-30T12:00:00.000Z')
  })

  it('follow the timezone across daylight saving changes', () => {
    const day = periodAt('day', new Date('2026-03-29T10:00:00Z'), 'Europe/Berlin')
    expect(day.start.toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(day.end?.toISOString()).toBe('2026-03-29T22:00:00.000Z')
    const week = periodAt('week', new Date('2026-03-01T12:00:00Z'), 'UTC')
    expect(week.start.toISOString()).toBe('2026-02-23T00:00:00.000Z')
  })
})
