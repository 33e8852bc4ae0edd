import { expect, it } from 'vitest'
import { splitLine, splitList } from './splitLine.ts'

it.each([
  ['1 project / 1 user', ['1 project', '1 user']],
  ['10 Properties / 10 Wells', ['10 Properties', '10 Wells']],
  ['Unlimited projects / users', ['Unlimited projects', 'Unlimited users']],
  ['5 users, 10 projects', ['5 users', '10 projects']],
  ['10 credits/mo + 75 bonus', ['10 credits/mo', '75 bonus']],
  ['3 sites and 2 domains', ['3 sites', '2 domains']],
  ['Version control • Templates', ['Version control', 'Templates']],
  ['LDAP / Active Directory', ['LDAP / Active Directory']],
  ['USDC, USDT, EURC', ['USDC, USDT, EURC']],
  ['12 agentes + customização', ['12 agentes + customização']],
  ['HD renders, AR-ready glTF & video export', ['HD renders, AR-ready glTF & video export']],
])('splits %j into %j', (text, parts) => {
  expect(splitLine(text)).toEqual(parts)
})

it('splits a list on one line, but not a sentence', () => {
  expect(splitList('Custom design, analytics, CRM sync')).toEqual([
    'Custom design',
    'analytics',
    'CRM sync',
  ])
  expect(splitList('Кастомный дизайн, аналитика, интеграции с CRM')).toHaveLength(3)
  expect(splitList('We build it, run it, and care for it.')).toHaveLength(1)
  expect(splitList('Chat and mail')).toHaveLength(1)
})
