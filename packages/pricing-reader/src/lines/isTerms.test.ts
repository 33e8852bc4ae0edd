import { expect, it } from 'vitest'
import { isTerms } from './lineKinds.ts'

it.each([
  'No credit card required',
  'Cancel anytime',
  '30-day money-back guarantee',
  '14-day free trial',
  'Billed annually',
  'Monatlich abgerechnet',
  '2 weken gratis proberen',
  'Save 20% with yearly billing',
  'Save $3/month vs individual',
  '20% off',
  'Prices exclude VAT',
  'Most popular',
  'Beliebt',
  'Jederzeit kündbar',
  'Sans engagement',
  'Sin permanencia',
  'Sem fidelidade',
  'Отмена в любое время',
  'いつでも解約OK',
  '随时取消',
  'Free forever',
  'By purchasing, you agree to our terms',
  '© 2026 Acme',
  'one time per account',
  'For 3 PCs, billed annually',
  'Alle Rechte vorbehalten',
  'Seule une réussite coûte 1 crédit',
])('%j is a term of the sale', (text) => {
  expect(isTerms(text)).toBe(true)
})

it.each([
  'Priority support',
  'Trial accounts for your clients',
  'Free updates',
  'Credit card payments',
  'New hire reporting',
  'Refunds',
  'Popular integrations',
  'Monthly reports',
  'Custom contracts',
  'Price alerts',
])('%j is a feature', (text) => {
  expect(isTerms(text)).toBe(false)
})
