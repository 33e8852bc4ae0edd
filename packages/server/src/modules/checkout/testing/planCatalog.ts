import type { TestApp } from '../../../../test/harness/app/testApp.ts'

/**
 * Creates plans, add-ons and coupons for checkouts, with a separate product for each family of base
 * plans.
 */
export async function createPlanCatalog(app: TestApp): Promise<void> {
  await app.ok('createFeature', { body: { name: 'Seats', slug: 'seats', type: 'config' } })
  const product = (slug: string) =>
    app.ok('createProduct', { body: { name: slug.toUpperCase(), slug } })
  const plan = (productId: string, slug: string, more: Record<string, unknown>) =>
    app.ok('createPlan', {
      body: { productId, name: slug, slug, currency: 'usd', interval: 'month', ...more },
    })
  const flat = (amount: number) => ({
    type: 'recurring',
    name: 'Base fee',
    pricing: { model: 'flat', amount },
  })
  const images = (amount: number) => ({
    creditCurrencyId: 'images',
    amount,
    cadence: 'billing_period',
  })
  await product('suite')
  await plan('suite', 'basic', { charges: [flat(1_000)], grantRules: [images(100)] })
  await plan('suite', 'pro', { charges: [flat(3_000)], grantRules: [images(400)] })
  await plan('suite', 'boost', {
    kind: 'addon',
    charges: [flat(500)],
    grantRules: [images(50)],
  })
  await product('team')
  await plan('team', 'team', {
    charges: [
      flat(999),
      {
        type: 'recurring',
        name: 'Seats',
        featureSlug: 'seats',
        pricing: { model: 'per_unit', unitAmount: '333' },
      },
      { type: 'one_off', name: 'Set-up', pricing: { model: 'flat', amount: 4_999 } },
    ],
  })
  await product('free')
  await plan('free', 'gratis', { charges: [], grantRules: [images(10)] })
  await product('trials')
  const trial = (requiresPaymentMethod: boolean) => ({ days: 14, requiresPaymentMethod })
  await plan('trials', 'carded', { charges: [flat(2_000)], trial: trial(true) })
  await product('open-trials')
  await plan('open-trials', 'cardless', { charges: [flat(2_000)], trial: trial(false) })
  await app.ok('createCoupon', { body: { code: 'THIRD', percentOff: 33.3, duration: 'once' } })
  await app.ok('createCoupon', {
    body: { code: 'TENNER', amountOff: 1_000, currency: 'usd', duration: 'forever' },
  })
  await app.ok('createTaxRate', {
    body: { country: 'DE', name: 'USt', percentage: 19, isInclusive: false },
  })
  await app.ok('createTaxRate', {
    body: { country: 'FR', name: 'TVA', percentage: 20, isInclusive: true },
  })
}
