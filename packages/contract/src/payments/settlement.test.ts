import { expect, test } from 'vitest'
import { describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import { clientEnvelope, settlementOutcome } from './settlement.ts'

const client = { provider: 'stripe', token: 'seti_secret', publishableKey: 'pk_1', url: null }

describeResource('client envelope', clientEnvelope, client, {
  required: 'provider token',
  nullable: 'publishableKey url',
})

const outcomes = [
  {
    kind: 'created_no_charge',
    subscriptionId: 'sub_1',
    invoiceId: null,
    trialEndsAt: null,
  },
  {
    kind: 'charged_inline',
    paymentId: 'pay_1',
    amount: 2000,
    currency: 'usd',
    subscriptionId: 'sub_1',
    invoiceId: 'inv_1',
    grantId: null,
  },
  {
    kind: 'requires_form',
    client,
    checkoutSessionId: 'chk_1',
    amount: 2000,
    currency: 'usd',
    subscriptionId: null,
    invoiceId: null,
  },
  { kind: 'deferred', subscriptionId: 'sub_1', effectiveAt: EXAMPLE_TIME },
  {
    kind: 'invoice_added',
    lineAmount: 2000,
    currency: 'usd',
    invoiceId: 'inv_1',
    subscriptionId: null,
    grantId: 'grt_1',
  },
  {
    kind: 'processing',
    paymentId: 'pay_1',
    amount: 2000,
    currency: 'usd',
    subscriptionId: null,
    invoiceId: null,
  },
  { kind: 'no_action', reason: null, subscriptionId: null, invoiceId: null },
]

const required: Record<string, string> = {
  created_no_charge: 'kind subscriptionId',
  charged_inline: 'kind paymentId amount currency',
  requires_form: 'kind client',
  deferred: 'kind subscriptionId effectiveAt',
  invoice_added: 'kind lineAmount currency',
  processing: 'kind paymentId amount currency',
  no_action: 'kind',
}

for (const outcome of outcomes) {
  describeResource(`outcome ${outcome.kind}`, settlementOutcome, outcome, {
    required: required[outcome.kind] ?? '',
  })
}

test('an outcome of any other kind is refused', () => {
  expect(settlementOutcome.options).toHaveLength(outcomes.length)
  expect(settlementOutcome.safeParse({ kind: 'refused' }).success).toBe(false)
})
