import { describe, expect, it } from 'vitest'
import { readExclusion, withoutCross } from './readExclusion.ts'

const nowhere = () => false

it.each([
  ['✗ Refunds', 'Refunds'],
  ['❌ API access', 'API access'],
  ['x Custom branding', 'Custom branding'],
  ['✕', undefined],
  ['close API access', 'API access'],
  ['close contact with us', undefined],
  ['xero integration', undefined],
  ['✓ Refunds', undefined],
])('%j without its cross is %j', (text, rest) => {
  expect(withoutCross(text)).toBe(rest)
})

describe('a line about something missing', () => {
  it.each([
    ['No API access', 'API access'],
    ['No priority support', 'priority support'],
    ['Without integrations', 'integrations'],
    ['API access not included', 'API access'],
    ['API access (not available)', 'API access'],
    ['Kein Support', 'Support'],
    ['Export nicht enthalten', 'Export'],
    ['Sans accès API', 'accès API'],
    ['Sin soporte', 'soporte'],
    ['Sem suporte', 'suporte'],
    ['Без поддержки', 'поддержки'],
    ['API非対応', 'API'],
    ['API 미포함', 'API'],
    ['不包含API', 'API'],
    ["Can't host apps", 'host apps'],
  ])('%j excludes %j', (text, feature) => {
    expect(readExclusion(text, nowhere)).toEqual({ feature, isBenefit: false })
  })

  it.each([
    'No watermarks',
    'No ads',
    'No setup fees',
    'No rate limits',
    'No coding needed',
    'Ohne Werbung',
    'Sans publicité',
    'Sin marca de agua',
    'Без рекламы',
    'No fake followers',
    'No commission on sales',
  ])('%j is an advantage', (text) => {
    expect(readExclusion(text, nowhere)?.isBenefit).toBe(true)
  })

  it('is a limitation if another tier has the feature, unless no customer wants it', () => {
    expect(readExclusion('No fun', (feature) => feature === 'fun')?.isBenefit).toBe(false)
    expect(readExclusion('No fun', nowhere)?.isBenefit).toBe(true)
    expect(readExclusion('No watermark', () => true)?.isBenefit).toBe(true)
  })
})

it.each(['Notifications', 'Nominal support', 'Priority support', 'Unlimited exports'])(
  '%j excludes nothing',
  (text) => {
    expect(readExclusion(text, nowhere)).toBeUndefined()
  },
)
