import { expect, it } from 'vitest'
import { readUnitPrices } from './readUnitPrices.ts'

const read = (text: string, lang = 'en') =>
  readUnitPrices(text, { lang }).map(({ unit, amount, per, isExtra, isPerSeat, isRecurring }) =>
    [amount, per, unit, isExtra && 'extra', isPerSeat && 'seat', isRecurring && 'again']
      .filter(Boolean)
      .join(' '),
  )

it.each([
  ['$0.002 per request', ['0.002 1 request']],
  ['$5 per 1,000 additional emails', ['5 1000 emails extra']],
  ['€0.10/GB overage', ['0.10 1 GB extra']],
  ['+$1 / GB', ['1 1 GB extra']],
  ['de R$ 99,90 por R$ 79,90', []],
  ['$0.006 per extra*', ['0.006 1 unit extra']],
  ['$10 / 1K searches', ['10 1000 searches']],
  ['$2 per million tokens', ['2 1000000 tokens']],
  ['$15 / MTok', ['15 1 MTok']],
  ['then $0.01 per extra API call', ['0.01 1 API call extra']],
  ['plus $6/mo per person', ['6 1 person extra seat again']],
  ['$4 / user / month', ['4 1 user seat again']],
  ['$5 for 1,000 emails', ['5 1000 emails']],
  ['Overages: $0.40 per 1k events', ['0.40 1000 events extra']],
  ['Additional lookups: $1.20 per 1,000', ['1.20 1000 lookups extra']],
  ['Overage at $1.20/1,000 lookups', ['1.20 1000 lookups extra']],
  ['$20/m per team member', ['20 1 team member seat again']],
  ['10,000 requests included, $0.50 per 1,000 after', ['0.50 1000 requests extra']],
  ['100 GB bandwidth ($0.10/GB overage)', ['0.10 1 GB extra']],
  ['Additional seats: $5/mo', ['5 1 seats extra seat again']],
  ['Extra users: $5/user/month', ['5 1 user extra seat again']],
  ['Extra credits at $0.05 each', ['0.05 1 credits extra']],
  ['Buy extra credits: $5 per 100', ['5 100 credits extra']],
  ['Every extra 100 replies cost $5', ['5 100 replies extra']],
  ['每额外 100 条回复加收 $5', ['5 100 回复 extra']],
  ['$0.70 / użytk. / mies.', ['0.70 1 użytk seat']],
  ['$0.50 per mi', ['0.50 1 mi']],
  ['3 € / mn', ['3 1 mn']],
  ['R$ 5 / mi mensagens', ['5 1000000 mensagens']],
  ['Input: $3 / MTok', ['3 1 Input MTok']],
  ['$0.24/min, then $0.20/min', ['0.24 1 min extra', '0.20 1 min extra']],
])('%j has the unit prices %j', (text, prices) => {
  expect(read(text)).toEqual(prices)
})

it('reads unit prices in other languages', () => {
  expect(read('€5 je 1.000 E-Mails', 'de')).toEqual(['5 1000 E-Mails'])
  expect(read('0,24 € par minute supplémentaire', 'fr')).toEqual([
    '0.24 1 minute supplémentaire extra',
  ])
  expect(read('R$ 0,10 por mensagem', 'pt')).toEqual(['0.10 1 mensagem'])
  expect(read('5 $ за 1000 запросов', 'ru')).toEqual(['5 1000 запросов'])
})

it.each([
  '$29/month',
  '$29',
  '$99 per year',
  '$20 off',
  '100 credits for $10',
  '$10 for 100 credits',
  '$10 for you',
  'Save $5 per month',
  '$30-80k per project',
  'per request',
  '$5 per plan',
  '1,980円/月 税別',
  '₩4,900/월',
  '$9/ay',
  'Remote activation: $39.99 per device (one-time)',
])('%j has no unit price', (text) => {
  expect(read(text)).toEqual([])
})
