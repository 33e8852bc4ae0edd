import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { readAddons } from './readAddons.ts'

const lines = (text: string): CardLine[] =>
  text.split('\n').map((line) => {
    const level = /^#+/u.exec(line)?.[0].length
    return {
      text: line.replace(/^#+ /u, ''),
      isHeading: level !== undefined,
      ...(level === undefined ? {} : { level }),
      isExcluded: false,
      isListItem: false,
      isChrome: false,
    }
  })
const read = (text: string, isWithin = false) =>
  readAddons(lines(text), { lang: 'en' }, isWithin).map(
    ({ name, prices, perSeat }) =>
      `${name}: ${prices[0]?.amountMinor} ${prices[0]?.interval}${perSeat ? ' a seat' : ''}`,
  )

it('does not mistake "starting at" before a price for a name', () => {
  expect(read('### Routing\nFaster.\nStarting at $5 per month', true)).toEqual([
    'Routing: 500 month',
  ])
})

it('reads add-ons until their section ends', () => {
  expect(
    read(
      '## Powerful add-ons\n### Broker sync\nWe integrate your broker.\n$6/mo per employee\n### Free thing\nNo fees\n## Devices\n### Sensor\n$200 one-time',
    ),
  ).toEqual(['Broker sync: 600 month a seat'])
  expect(read('## Add-ons\nWhite label: $49/mo\nDedicated IP — $30 / month')).toEqual([
    'White label: 4900 month',
    'Dedicated IP: 3000 month',
  ])
})

it('reads alternating names and prices', () => {
  expect(
    read(
      '## Optional extras\nWhite label\n$99/mo\nDedicated IP\nYour own.\n$30/mo\nCall ($150 one-time)',
    ),
  ).toEqual(['White label: 9900 month', 'Dedicated IP: 3000 month', 'Call: 15000 one_time'])
})

it('reads an extra anywhere on the page', () => {
  expect(read('Extra seat $10/mo')).toEqual(['seat: 1000 month'])
  expect(read('Additional workspace: $15 / month')).toEqual(['workspace: 1500 month'])
  expect(read('Priority support add-on\nFaster answers for all.\n$8/mo per person')).toEqual([
    'Priority support: 800 month a seat',
  ])
})

it('reads the cards of a section of add-ons', () => {
  expect(
    read('### College savings\nPowered by somebody.\n$6/mo per participant ($18/mo min)', true),
  ).toEqual(['College savings: 600 month a seat'])
})

it('reads surcharges on a plan', () => {
  expect(read('Own phone number\nA line for +$29/month')).toEqual(['Own phone number: 2900 month'])
  expect(read('Own phone number\nA line for $29/month')).toEqual([])
})

it('ignores packs, sentences, answers to questions and plans', () => {
  expect(read('## Add-ons\n€100 for 1000 tokens')).toEqual([])
  expect(read('## Add-ons\nOne $200 annual service charge covers all four account types.')).toEqual(
    [],
  )
  expect(read('## Questions\nExtra seat $10/mo')).toEqual([])
  expect(read('# Pricing\nPro\n$10/mo')).toEqual([])
})
