import { expect, it } from 'vitest'
import { isCall } from './lineKinds.ts'

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
