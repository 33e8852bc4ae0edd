import { describe, expect, it } from 'vitest'
import { isBareHeading, isCall, isQuestions, isSuitedFor, isTerms } from './lineKinds.ts'

describe('isBareHeading', () => {
  it.each([
    'Features',
    "What's included",
    'Core features:',
    'Limitations',
    'Also includes',
    'Plan details:',
    'Funktionen',
    'Inclus :',
    'Perfect for',
    '機能',
    'Does not include:',
  ])('%j is a heading', (text) => {
    expect(isBareHeading(text)).toBe(true)
  })

  it.each(['Premium features for teams', 'Priority support', 'Storage: 5 GB', 'Usage reports'])(
    '%j is not a heading',
    (text) => {
      expect(isBareHeading(text)).toBe(false)
    },
  )
})

describe('isCall', () => {
  it.each([
    'Get started',
    'Start free trial',
    'Buy now',
    'Choose Pro',
    'Contact sales',
    'Book a demo',
    'Learn more →',
    'Subscribe',
    'Jetzt starten',
    'Kostenlos testen',
    'Commencer',
    'Choisir Pro',
    'Empezar',
    'Começar agora',
    'Начать',
    'Купить',
    '今すぐ始める',
    '시작하기',
    '立即购买',
    'Join waitlist',
    'Upgrade to Pro →',
  ])('%j is a button', (text) => {
    expect(isCall(text)).toBe(true)
  })

  it.each([
    'API access',
    'Startup support',
    'Team inbox',
    'Contacts',
    'Subscriber management',
    'Booking pages',
    'Trybox sync',
    'Chooser widget',
  ])('%j is not a button', (text) => {
    expect(isCall(text)).toBe(false)
  })
})

describe('isQuestions', () => {
  it('recognizes a heading of questions and answers', () => {
    for (const heading of [
      'FAQ',
      'Frequently asked questions',
      'Pricing FAQs',
      'Häufige Fragen',
      'Perguntas frequentes',
      'よくある質問',
    ])
      expect(isQuestions(heading)).toBe(true)
    for (const heading of ['Pricing', 'Questionnaires for your team', 'Features'])
      expect(isQuestions(heading)).toBe(false)
  })
})

describe('isSuitedFor', () => {
  it.each([
    'Perfect for beginners',
    'Ideal for growing teams',
    'Best for individuals & small teams',
    'For large organizations',
    'For solo creators who need more',
    'Ideal für Einsteiger',
    'Dành cho gia đình',
    'Für kleine Teams',
    'Idéal pour débuter',
    'Ideal para empezar',
    'Perfeito para equipes',
    'Для небольших команд',
    '個人の方へ',
    '小規模チームに最適',
    '适合个人',
  ])('%j is about a target group', (text) => {
    expect(isSuitedFor(text)).toBe(true)
  })

  it.each([
    'For up to 50 users',
    'Forms',
    'Team workspaces',
    'Best practices library',
    'Format conversion',
  ])('%j is not about a target group', (text) => {
    expect(isSuitedFor(text)).toBe(false)
  })
})

describe('isTerms', () => {
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
})
