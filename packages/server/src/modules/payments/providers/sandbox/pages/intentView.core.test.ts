import { expect, test } from 'vitest'
import { describeIntent } from './intentView.core.ts'

const now = new Date('2026-01-15T12:00:00Z')
const intent = {
  id: 'sbpi_1',
  environmentId: 'env_1',
  kind: 'payment' as const,
  status: 'requires_challenge' as const,
  amount: 1000,
  currency: 'usd',
  description: 'Top-up',
  merchantName: 'Acme',
  card: { brand: 'visa', last4: '4242', behaviour: 'success', expMonth: 12, expYear: 2030 },
  lastError: null,
  successUrl: 'https://acme.example/done',
  cancelUrl: null,
}

test.each([
  [1000, 'usd', '$10.00'],
  [1000, 'jpy', '¥1,000'],
  [1000, 'kwd', 'KWD\u00a01.000'],
  [123456, 'eur', '€1,234.56'],
])('%i of %s is shown as %s', (amount, currency, shown) => {
  expect(describeIntent({ ...intent, amount, currency }, now).amount).toBe(shown)
})

test('a setup has no amount', () => {
  const setup = { ...intent, kind: 'setup' as const, amount: null, currency: null }
  expect(describeIntent(setup, now).amount).toBeNull()
})

test('a page receives no ids and no card behavior', () => {
  expect(describeIntent(intent, now)).toEqual({
    kind: 'payment',
    status: 'requires_challenge',
    amount: '$10.00',
    description: 'Top-up',
    merchantName: 'Acme',
    card: { brand: 'visa', last4: '4242' },
    lastError: null,
    successUrl: 'https://acme.example/done',
    cancelUrl: null,
    now: '2026-01-15T12:00:00.000Z',
  })
})
