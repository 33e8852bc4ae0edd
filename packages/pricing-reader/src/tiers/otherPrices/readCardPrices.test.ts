import { describe, expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { findHiddenCards } from '../findHiddenCards.ts'
import { readBullets, readHidden, readHiddenCards } from './readCardPrices.ts'

describe('readBullets', () => {
  const read = (...bullets: string[]) => {
    const { page, model } = readTestPage(cardHtml('Pro', 'EUR 49/month', ...bullets))
    return readBullets(page.body, model).map(({ period, amountMinor }) => [period, amountMinor])
  }

  it('reads a yearly price at the beginning of a bullet', () => {
    expect(read('100 signatures', 'Annual: EUR 499 (two months free)')).toEqual([['year', 49900]])
  })

  it.each([
    ['EUR 100 of credit a year'],
    ['A domain for EUR 120 per year'],
    ['Annual audit of it all by us: EUR 499 or so'],
    ['Yearly reports'],
    ['Yearly review of the contract, worth EUR 499 to whoever would have to pay for it'],
    ['Yearly EUR 10, monthly EUR 1'],
  ])('ignores "%s"', (bullet) => {
    expect(read(bullet)).toEqual([])
  })
})

describe('readHidden', () => {
  const hiddenIn = (price: string): [string, number][] => {
    const { page, model } = readTestPage(cardHtml('Pro', price))
    return readHidden(page.body, model).map(({ period, amountMinor }) => [period, amountMinor])
  }

  it('reads hidden prices that state their interval', () => {
    expect(hiddenIn('<p>$10/mo</p><p hidden>$96/year</p>')).toEqual([['year', 9600]])
    expect(hiddenIn('<p>$10/mo</p><p class="yearly" hidden>$8<span>/mo</span></p>')).toEqual([
      ['year', 800],
    ])
    expect(hiddenIn('<p>$10/mo</p><p hidden>$8</p>')).toEqual([])
  })
})

describe('readHiddenCards', () => {
  it('reads the panel of a billing switch', () => {
    const monthly = `<div id="monthly">${cardHtml('Pro', '$10/mo', 'a')}${cardHtml('Team', '$20/mo', 'a')}</div>`
    const yearly = `<div id="yearly" hidden>${cardHtml('Pro', '$8/mo', 'a')}${cardHtml('Team', '$192/year', 'a')}</div>`
    const { page, model } = readTestPage(monthly + yearly)
    const found = readHiddenCards(findHiddenCards(model, page.body))
    expect(
      [...found].map(([name, prices]) => [
        name,
        ...prices.map(({ period, amountMinor }) => [period, amountMinor]),
      ]),
    ).toEqual([
      ['pro', ['year', 800]],
      ['team', ['year', 19200]],
    ])
  })
})
