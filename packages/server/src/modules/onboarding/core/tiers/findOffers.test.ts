import { describe, expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { findOffers, type Offers } from './findOffers.ts'

const find = (html: string): Offers => {
  const { page, model } = readTestPage(html)
  return findOffers(model, page.body)
}
const namesOf = ({ offered }: Offers): string[] => offered.map(({ tier }) => tier.name)
const plans = `<div>${cardHtml('Free', '€0', 'a')}${cardHtml('Pro', '€9/mo', 'a')}</div>`

describe('what a page offers', () => {
  it('is told once, however often the page repeats it', () => {
    const again = `<section>${cardHtml('Pro', '€90/year', 'x')}${cardHtml('Free', '€0', 'x')}</section>`
    const offers = find(
      `${plans}${again}<table><tr><td><td>Free<td>Pro<tr><td>Seats<td>1<td>5</table>`,
    )
    expect(namesOf(offers)).toEqual(['Free', 'Pro'])
    expect(offers.offered[1]?.tier.prices.map(({ interval }) => interval)).toEqual([
      'month',
      'year',
    ])
    expect(offers.offered[1]?.card.lines.at(-1)?.row).toEqual({ label: 'Seats', cell: '5' })
    expect(offers.currency).toBe('eur')
  })

  it('keeps add-ons and packs apart from tiers, and hands on the rest of the page', () => {
    const addons = `<section><h2>Add-ons</h2><div>${cardHtml('Backup', '€3/mo', 'a')}${cardHtml('SMS', '€5/mo', 'a')}</div></section>`
    const offers = find(`${plans}${addons}<p>Extra users €2 each</p>`)
    expect(namesOf(offers)).toEqual(['Free', 'Pro'])
    expect(offers.rest.cards.map(({ name, kind }) => [name, kind])).toEqual([
      ['Backup', 'addons'],
      ['SMS', 'addons'],
    ])
    expect(offers.rest.lines.map(({ text }) => text)).toEqual(['Add-ons', 'Extra users €2 each'])
  })

  it('may stand in tables only, where a second one repeats the names', () => {
    const table = (price: string) =>
      `<table><tr><td><td>Move<td>Keep<tr><td>Price<td>${price}<td>${price} / month</table>`
    expect(namesOf(find(`<h2>Plans</h2>${table('$20')}<h2>Business</h2>${table('$90')}`))).toEqual([
      'Move',
      'Keep',
      'Business Move',
      'Business Keep',
    ])
  })
})
