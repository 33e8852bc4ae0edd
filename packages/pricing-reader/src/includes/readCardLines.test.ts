import { describe, expect, it } from 'vitest'
import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import { readCardLines } from './readCardLines.ts'

const line = (text: string, more: Partial<CardLine> = {}): CardLine => ({
  text,
  isExcluded: false,
  isHeading: false,
  isListItem: true,
  isChrome: false,
  ...more,
})
const row = (label: string, cell: string): CardLine =>
  line(`${label}: ${cell}`, { row: { label, cell } })
const read = (lines: CardLine[], amountMinor = 2000) => {
  const card: ReadCard = {
    name: 'Pro',
    lines,
    prices: [{ amountMinor, interval: 'month', evidence: '', confidence: 0.9 }],
  }
  const includes = readCardLines(card, {
    names: ['Free', 'Solo', 'Pro'],
    current: 'Pro',
    hints: { lang: 'en' },
    isGrantedElsewhere: (feature) => feature === 'Fun',
  })
  return {
    ...includes,
    entitlements: includes.entitlements.map(({ feature, value, period }) =>
      [feature, value, period].filter((part) => part !== undefined).join(' '),
    ),
    overage: includes.overage.map(({ unit, amount, per }) => `${amount} / ${per} ${unit}`),
  }
}

describe('a card', () => {
  it.each(['$25 for 3 months', '€25 für 3 Monate', '2 500 ₽ за 3 месяца', 'R$131,90 por 3 meses'])(
    'has no feature or unit price in %s',
    (text) => {
      expect(read([line('Chat'), line(text)])).toMatchObject({
        entitlements: ['Chat'],
        overage: [],
      })
    },
  )

  it('has a price per user besides a flat price only if a bullet states it', () => {
    const text = '$12 / user / month'
    expect(read([line('Chat'), line(text)]).overage).toEqual(['12 / 1 user'])
    expect(read([line('Chat'), line(text, { isListItem: false })]).overage).toEqual([])
  })

  it('has included, inherited and excluded features', () => {
    expect(
      read([
        line('Everything in Free, plus'),
        line('Everything in Free and Solo'),
        line('5 projects / 10 users'),
        line('No watermarks'),
        line('No Fun'),
        line('✗ Refunds'),
        line('SSO', { isExcluded: true }),
        line('SSO (SAML)'),
        line('Everything in Gold'),
        line('Custom branding: Yes'),
        line('1 credit = 1 image'),
        line('API access: —'),
        line('无限项目'),
      ]),
    ).toEqual({
      inherits: 'Free',
      entitlements: [
        'projects 5',
        'users 10',
        'No watermarks',
        'SSO (SAML)',
        'Custom branding',
        '项目 unlimited',
      ],
      excluded: ['Fun', 'Refunds', 'SSO', 'API access'],
      overage: [],
    })
  })

  it('keeps the evidence of each feature', () => {
    const { entitlements } = readCardLines(
      { name: 'Pro', prices: [], lines: [line('✓ 5 projects'), line('✓ Chat')] },
      { names: ['Pro'], current: 'Pro', hints: { lang: 'en' }, isGrantedElsewhere: () => false },
    )
    expect(entitlements[0]).toEqual({
      feature: 'projects',
      type: 'config',
      value: 5,
      evidence: '✓ 5 projects',
      confidence: 0.9,
    })
  })

  it('has unit prices besides its own price', () => {
    expect(
      read([
        line('$20 / user', { isListItem: false, isChrome: true }),
        line('plus $6/mo per person', { isListItem: false, isChrome: true }),
        line('10,000 emails, then $1 per 1,000'),
        line('$0.01 per SMS'),
        line('$1.20 per 1,000 additional lookups'),
        row('Additional users', '$9/user'),
        row('Users', '$20/user'),
        row('Price / hour', '$0.014'),
        line('Annual: EUR 2,990 (two months free)'),
        line('Chat'),
      ]),
    ).toMatchObject({
      entitlements: ['emails 10000', 'Chat'],
      overage: [
        '1 / 1000 emails',
        '0.01 / 1 SMS',
        '1.20 / 1000 lookups',
        '6 / 1 person',
        '9 / 1 user',
        '0.014 / 1 hour',
      ],
    })
  })

  it('states the number of people beside its price', () => {
    const seats = (text: string) =>
      read([line(text, { isListItem: false, isChrome: true })]).entitlements
    expect(seats('Per person / month. Minimum 5 members.')).toEqual(['Minimum members 5'])
    expect(seats('per year for up to 50 users')).toEqual(['users 50'])
    expect(seats('29,800円/月 税別・5名まで')).toEqual(['名まで 5'])
    expect(seats('$30 per month')).toEqual([])
  })

  it('may consist of one line with a list', () => {
    expect(read([line('Custom design, analytics, CRM sync')]).entitlements).toEqual([
      'Custom design',
      'analytics',
      'CRM sync',
    ])
  })
})

it('a card gets additional features from a comparison, without duplicates', () => {
  expect(
    read([
      line('250 GB per month'),
      line('Conversations included'),
      row('Traffic', '250 GB'),
      row('Conversations', 'Unlimited'),
      row('API', '✓'),
      row('Level 2', '3 languages'),
      row('GET /v1/maps', '✓'),
      row('SSO', '—'),
      row('FEATURES', 'Features'),
      row('Price', '$20'),
      row('Additional data', '+$1 / GB'),
    ]),
  ).toMatchObject({
    entitlements: ['Traffic (GB) 250 month', 'Conversations unlimited', 'API', 'languages 3'],
    excluded: ['SSO'],
    overage: ['1 / 1 GB'],
  })
})

it('a card does not repeat its price as overage, even in a currency without cents', () => {
  expect(read([line('$20 per project', { isListItem: false })]).overage).toEqual([])
  expect(read([line('¥2,000 per project', { isListItem: false })]).overage).toEqual([])
  expect(read([line('¥30 per project', { isListItem: false })]).overage).toEqual(['30 / 1 project'])
})

it('a card keeps one of two equal prices for different numbers of units', () => {
  const lines = ['$0.30 per 3 extra GB', '$0.10 per extra GB']
  const includes = read(lines.map((text) => line(text, { isListItem: false })))
  expect(includes.overage).toEqual(['0.30 / 3 GB'])
})
