import type { SettlementOutcome, Subscription } from '@purser/contract'
import type { TestApp } from './testApp.ts'

export interface BillingFixtures {
  /** The id to use in the path of an operation. The first matching expression counts. */
  names: [RegExp, string][]
  bodies: Record<string, Record<string, unknown>>
  itemId: string
}

const flat = (amount: number) => ({
  type: 'recurring',
  name: 'Base fee',
  pricing: { model: 'flat', amount },
})

/**
 * Creates subscriptions, invoices, tax rates and a clock for all operations on them. Each operation
 * that ends its object gets a separate object.
 */
export async function billingFixtures(app: TestApp): Promise<BillingFixtures> {
  await app.ok('createProduct', { body: { name: 'Billed', slug: 'billed' } })
  const plan = (slug: string, body: object) =>
    app.ok('createPlan', {
      body: { productId: 'billed', name: slug, slug, currency: 'usd', interval: 'month', ...body },
    })
  await plan('small', { charges: [flat(1_000)] })
  await plan('large', { charges: [flat(3_000)] })
  await plan('edited', { charges: [flat(500)] })
  await plan('more', { kind: 'addon', charges: [flat(200)] })
  let customers = 0
  const subscribe = async (planId: string, kind: 'plg' | 'slg' = 'plg') => {
    customers += 1
    const customerId = `billed-${customers}`
    await app.ok('putCustomer', { params: { customerId }, body: { kind, currency: 'usd' } })
    if (kind === 'plg') {
      const body = { customerId, behaviour: 'success' }
      await app.ok('attachSandboxPaymentMethod', { body })
    }
    const body = { customerId, planId }
    const outcome = await app.ok<SettlementOutcome>('createSubscription', { body })
    if (!('invoiceId' in outcome)) throw new Error(`${planId} was not billed`)
    return { id: outcome.subscriptionId ?? '', invoiceId: outcome.invoiceId ?? '' }
  }
  const small = await subscribe('small')
  const withItem = await subscribe('small')
  await app.ok('addSubscriptionItem', { params: { id: withItem.id }, body: { planId: 'more' } })
  const { items } = await app.ok<Subscription>('getSubscription', { params: { id: withItem.id } })
  const leaving = await subscribe('small')
  await app.ok('cancelSubscription', { params: { id: leaving.id }, body: {} })
  await subscribe('edited')
  await app.ok('updatePlan', { params: { id: 'edited' }, body: { charges: [flat(700)] } })
  const migrating = { planId: 'edited', when: 'period_end', dryRun: false }
  const migration = await app.ok<{ id: string }>('migrateSubscriptions', { body: migrating })
  const rate = async (country: string) =>
    (
      await app.ok<{ id: string }>('createTaxRate', {
        body: { country, name: 'VAT', percentage: 20 },
      })
    ).id
  const clock = await app.ok<{ id: string }>('createTestClock', {
    body: { frozenTime: '2026-01-01T00:00:00Z' },
  })
  const open = async () => (await subscribe('small', 'slg')).invoiceId
  return {
    itemId: items[0]?.id ?? '',
    names: [
      [/\/test-clocks\/:id/, clock.id],
      [/\/subscriptions\/migrations\//, migration.id],
      [/\/subscriptions\/:id\/cancel/, (await subscribe('small')).id],
      [/\/subscriptions\/:id\/resume/, leaving.id],
      [/\/subscriptions\/:id\/pause/, (await subscribe('small')).id],
      [/\/subscriptions\/:id\/items\/:itemId/, withItem.id],
      [/\/subscriptions\/:id\/items/, (await subscribe('small')).id],
      [/\/subscriptions\/:id\/change$/, (await subscribe('small')).id],
      [/\/subscriptions\/:id/, small.id],
      [/\/invoices\/:id\/pay/, await open()],
      [/\/invoices\/:id\/record-payment/, await open()],
      [/\/invoices\/:id\/void/, await open()],
      [/\/invoices\/:id\/mark-uncollectible/, await open()],
      [/\/invoices\/:id/, small.invoiceId],
      [/\/tax-rates\/:id\/archive/, await rate('FR')],
      [/\/tax-rates\/:id/, await rate('IT')],
    ],
    bodies: {
      advanceTestClock: { to: '2026-01-02T00:00:00Z' },
      createSubscription: { customerId: 'own', planId: 'small', couponCode: 'LAUNCH20' },
      previewSubscriptionChange: { planId: 'large', when: 'now' },
      changeSubscription: { planId: 'large', when: 'now' },
      addSubscriptionItem: { planId: 'more' },
      migrateSubscriptions: migrating,
      payInvoice: { amount: 1, forceForm: true },
      recordInvoicePayment: { amount: 1, reference: 'Transfer 1' },
      createCreditNote: { amount: 1, reason: 'Kindness', refund: true },
      createTaxRate: {
        country: 'ES',
        region: null,
        name: 'IVA',
        percentage: 21,
        isInclusive: true,
      },
    },
  }
}
