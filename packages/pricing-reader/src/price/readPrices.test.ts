import { describe, expect, it } from 'vitest'
import { type PriceReading, readPrices } from './readPrices.ts'

const read = (...lines: string[]): PriceReading =>
  readPrices(
    lines.map((text) => ({ text })),
    { lang: 'en' },
  )
const prices = (...lines: string[]): string[] =>
  read(...lines).prices.map(({ interval, amountMinor, printed, isFrom }) =>
    [interval, amountMinor, printed ? `(${printed.amountMinor})` : '', isFrom ? 'from' : '']
      .filter((part) => part !== '')
      .join(' '),
  )

describe('the price of a card', () => {
  it.each([
    [['$29/mo'], ['month 2900']],
    [['$', '29', '.99', '/mo'], ['month 2999']],
    [['49', '€', '/ mois'], ['month 4900']],
    [['$99', 'per user', 'per year'], ['year 9900']],
    [['Starting at', '$10', '/month'], ['month 1000 from']],
    [['¥15,000〜 / 回'], ['one_time 15000 from']],
    [['$10/mo', 'billed annually'], ['year 12000 (1000)']],
    [
      ['$10 per month', 'or $9 if billed yearly'],
      ['month 1000', 'year 10800 (900)'],
    ],
    [
      ['$5/mo', '$5/month ($60/year) billed annually', '$7.95/month if billed monthly'],
      ['year 6000 (500)', 'month 795'],
    ],
    [
      ['1,980円', '/月', '年払い 19,800円/年'],
      ['month 1980', 'year 19800'],
    ],
    [
      ['月額 1,980円', '年額 19,800円'],
      ['month 1980', 'year 19800'],
    ],
    [['월 2,900원 · 연 19,900원'], ['month 2900', 'year 19900']],
    [
      ['Monthly: $10', 'Yearly: $100'],
      ['month 1000', 'year 10000'],
    ],
    [['Monthly: $10 – Yearly: $100'], ['month 1000', 'year 10000']],
    [['$10/month – $100/year'], ['month 1000', 'year 10000']],
    [
      [
        '$17',
        'Per month with annual subscription discount ($200 billed up front). $20 if billed monthly.',
      ],
      ['year 20000 (1700)', 'month 2000'],
    ],
    [
      ['$29/month', 'Billed annually or $35 month-to-month'],
      ['year 34800 (2900)', 'month 3500'],
    ],
    [['$9/mo or $90/yr'], ['month 900', 'year 9000']],
    [['$', '4', 'USD', 'per year'], ['year 400']],
    [['$300', 'one-time setup', 'then $99 / month'], ['month 9900']],
    [['$19 /month', 'then $29 / month'], ['month 1900']],
    [['then $29 / month'], []],
    [['$19 / Benutzer / Monat', 'Jährliche Abrechnung verfügbar'], ['month 1900']],
    [['$5 one-time', 'Less than a cent: $0.01 per day'], ['one_time 500']],
    [['4.995 €', 'yearly • ~416 €/mo • incl. VAT'], ['year 499500']],
    [['R$131,90 por 3 meses'], ['quarter 13190']],
    [['R$237,90 por 6 meses'], ['one_time 23790']],
    [['$499', '(no monthly fee ever)'], ['one_time 49900']],
    [['$39.99 upfront, no subscription'], ['one_time 3999']],
    [['₹499 / ~$6', 'per month'], ['month 49900']],
    [['199 ₺ / 25 kredi', 'Kredi başına 7,96 ₺'], ['month 19900']],
    [['$15', 'Per lead $0.15'], ['month 1500']],
    [['Per lead $0.15', '$15'], ['month 1500']],
    [['За лид 15 ₽', '500 ₽'], ['month 50000']],
    [['За запитом: 500 ₴'], ['month 50000']],
    [['$20 per month', 'Per user $5'], ['month 2000']],
    [['$348/year (that’s $29 a month)'], ['year 34800 (2900)']],
    [['$40/mo', 'plus $6/mo per person'], ['month 4000']],
    [['$997', '$297 per month'], ['month 29700']],
    [['R$ 997 /mês', 'Equivale a R$ 33/dia'], ['month 99700']],
    [['₦12,000 per 5 hours'], ['one_time 1200000']],
    [['$30 every 3 months'], ['quarter 3000']],
    [['was $50', 'Save $20', '$30/mo'], ['month 3000']],
    [['$0', 'forever'], ['month 0']],
    [['Free'], ['month 0']],
    [['$0.05 per hour per container'], []],
    [['$15 / MTok'], []],
    [['$0.002 per request'], []],
    [['no price at all'], []],
  ])('with the lines %j is %j', (lines, expected) => {
    expect(prices(...lines)).toEqual(expected)
  })

  it('may be per seat, free or on request, and may come with a setup fee', () => {
    expect(read('$5 per user / month')).toMatchObject({
      perSeat: true,
      isFree: false,
      currency: 'usd',
    })
    expect(read('€250/mo', 'From €700 setup')).toMatchObject({
      setupFeeMinor: 70000,
      prices: [{ amountMinor: 25000 }],
    })
    expect(read('Free')).toMatchObject({ isFree: true, isOnRequest: false })
    expect(read('Custom')).toMatchObject({ isOnRequest: true, prices: [] })
  })

  it('states whether its interval was assumed, and keeps its evidence', () => {
    expect(read('$10')).toMatchObject({
      isIntervalAssumed: true,
      prices: [{ confidence: 0.6, evidence: '$10' }],
    })
    expect(read('From $10', '/month').prices).toMatchObject([
      { confidence: 0.95, evidence: 'From $10 /month' },
    ])
  })

  it('has the interval that its element is named after', () => {
    const { prices } = readPrices(
      [
        { text: '$10', period: 'month' },
        { text: '$8 /mo', period: 'year' },
      ],
      { lang: 'en' },
    )
    expect(prices).toMatchObject([
      { interval: 'month', amountMinor: 1000 },
      { interval: 'year', amountMinor: 9600 },
    ])
  })

  it('does not use the interval of a grant as its billing interval', () => {
    expect(read('$10', 'More weekly credits')).toMatchObject({ isIntervalAssumed: true })
    expect(read('$10', 'monthly plan').prices).toMatchObject([{ interval: 'month' }])
  })

  it('is the price that follows an introductory price, in any language', () => {
    for (const lines of [
      ['$4.99/mese', 'Primo mese — poi $19.99/mese'],
      ['$4.99', 'for the first month, then $19.99/mo'],
    ])
      expect(read(...lines).prices).toMatchObject([{ interval: 'month', amountMinor: 1999 }])
    expect(read('$34/mese', 'o $27/mese con piano annuale').prices).toMatchObject([
      { interval: 'month', amountMinor: 3400 },
      { interval: 'year', amountMinor: 32400 },
    ])
  })

  it('does not include other amounts beside "Custom"', () => {
    for (const line of ['$50 deposit', 'Includes $100 in ad spend', '+$3/user/mo'])
      expect(read('Custom', line)).toMatchObject({ prices: [], isIntervalAssumed: false })
    expect(read('Custom', 'From $900').prices).toMatchObject([{ amountMinor: 90000 }])
    expect(read('$99/mo', 'Contact us').prices).toMatchObject([{ amountMinor: 9900 }])
  })

  it('comes with the indexes of its lines', () => {
    expect([...read('Pro', '$10', '/month', 'Buy').used]).toEqual([1, 2])
  })
})

describe('prices of a billing switch', () => {
  const shown = (...lines: [string, 'month' | 'year'][]): [string, number, number | undefined][] =>
    readPrices(
      lines.map(([text, period]) => ({ text, period })),
      { lang: 'pt' },
    ).prices.map(({ interval, amountMinor, printed }) => [
      interval,
      amountMinor,
      printed?.amountMinor,
    ])

  it('use only the words of their own interval, even if the lines of both alternate', () => {
    expect(
      shown(
        ['R$ 29,00', 'month'],
        ['R$ 249,00', 'year'],
        ['/mês', 'month'],
        ['/ano', 'year'],
        ['Pagamento anual', 'year'],
      ),
    ).toEqual([
      ['month', 2900, undefined],
      ['year', 24900, undefined],
    ])
  })

  it('are one yearly price if both are yearly and one is twelve times the other', () => {
    expect(shown(['R$ 200', 'year'], ['R$ 2.400 pagamento anual', 'year'])).toEqual([
      ['year', 240000, 20000],
    ])
  })
})
