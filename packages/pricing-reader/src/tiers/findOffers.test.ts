import { describe, expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { findOffers, type PageOffers } from './findOffers.ts'

const find = (html: string): PageOffers => {
  const { page, model } = readTestPage(html)
  return findOffers(model, page.body)
}
const namesOf = ({ foundTiers }: PageOffers): string[] => foundTiers.map(({ tier }) => tier.name)
const plans = `<div>${cardHtml('Free', '€0', 'a')}${cardHtml('Pro', '€9/mo', 'a')}</div>`

describe('the offers of a page', () => {
  it('are read once, even if the page repeats them', () => {
    const again = `<section>${cardHtml('Pro', '€90/year', 'x')}${cardHtml('Free', '€0', 'x')}</section>`
    const offers = find(
      `${plans}${again}<table><tr><td><td>Free<td>Pro<tr><td>Seats<td>1<td>5</table>`,
    )
    expect(namesOf(offers)).toEqual(['Free', 'Pro'])
    expect(offers.foundTiers[1]?.tier.prices.map(({ interval }) => interval)).toEqual([
      'month',
      'year',
    ])
    expect(offers.foundTiers[1]?.card.lines.at(-1)?.row).toEqual({ label: 'Seats', cell: '5' })
    expect(offers.currency).toBe('eur')
  })

  it('are not plans if they are surcharges', () => {
    const extras = `<div>${cardHtml('Seat', '+$5/mo', 'a')}${cardHtml('Store', '+ €9/mo', 'a')}</div>`
    const { foundTiers, rest } = find(extras)
    expect(foundTiers).toEqual([])
    expect(rest.cards.map(({ name, kind }) => [name, kind])).toEqual([
      ['Seat', 'addons'],
      ['Store', 'addons'],
    ])
  })

  it('are not plans if their card only asks to get in touch', () => {
    const ask =
      '<div class="card"><h3>Get in touch</h3><p>Ask</p><ul><li>a</li><li>b</li></ul></div>'
    expect(namesOf(find(plans.replace(/<\/div>$/, `${ask}</div>`)))).toEqual(['Free', 'Pro'])
  })

  it('include similar elements beside plans', () => {
    const plain = (name: string, line: string): string =>
      `<div class="card"><h3>${name}</h3><p>${line}</p><ul><li>a</li><li>b</li></ul><a class="btn" href="#">Go</a></div>`
    const grid = `<div>${cardHtml('Pro', '€9/mo', 'a', 'b')}${cardHtml('Team', '€19/mo', 'a', 'b')}${plain('Open', 'free for everyone')}${plain('School', 'Worth €20 for a class')}<div class="card"><h4>Why us</h4><p>x</p></div></div>`
    const offers = find(grid)
    expect(
      offers.foundTiers.map(({ tier }) => [tier.name, tier.isFree, tier.priceUnreadable]),
    ).toEqual([
      ['Pro', undefined, undefined],
      ['Team', undefined, undefined],
      ['Open', true, undefined],
      ['School', undefined, true],
    ])
    expect(offers.foundTiers[3]?.tier.prices).toEqual([])
    const one = `<div>${cardHtml('Pro', '€9/mo', 'a', 'b')}${plain('Soon', 'Coming soon')}</div>`
    expect(namesOf(find(one))).toEqual(['Pro', 'Soon'])
  })

  it('include the cards of a hidden tab, unless they repeat the visible cards', () => {
    const panel = (...cards: string[]): string =>
      `<div style="display:none">${cards.join('')}</div>`
    const agency = panel(cardHtml('Agency', '€49/mo', 'a'), cardHtml('Partner', '€99/mo', 'a'))
    const yearly = panel(
      cardHtml('Free yearly', '€0', 'a'),
      cardHtml('Pro yearly', '€90/year', 'a'),
    )
    const german = panel(cardHtml('Gratis', '€0', 'a'), cardHtml('Profi', '€9/mo', 'a'))
    const elsewhere = `<aside><p>x</p>${agency}</aside>`
    expect(namesOf(find(`<div>${plans}${agency}</div>`))).toEqual([
      'Free',
      'Pro',
      'Agency',
      'Partner',
    ])
    expect(namesOf(find(`<div>${plans}${yearly}${german}</div>`))).toEqual(['Free', 'Pro'])
    expect(namesOf(find(`<div>${plans}</div>${elsewhere}`))).toEqual(['Free', 'Pro'])
  })

  it('are named after their headings if one name has two prices', () => {
    const selfHosted = `<section><h2>Self-hosted</h2><div>${cardHtml('Free', '€0', 'a')}${cardHtml('Pro', '€29/mo', 'a')}</div></section>`
    expect(namesOf(find(`<h2>Cloud</h2>${plans}${selfHosted}`))).toEqual([
      'Free',
      'Pro',
      'Self-hosted Free',
      'Self-hosted Pro',
    ])
  })

  it('include lists whose first items are the name and the price', () => {
    const list = (name: string, price: string): string =>
      `<ul class="plan"><li><h3>${name}</h3></li><li>${price}</li><li>5 users</li><li>Reports</li><li><a class="btn" href="#">Go</a></li></ul>`
    const offers = find(
      `<div>${list('Basic', '$25 per month')}${list('Pro', '$99 per month')}</div>`,
    )
    expect(namesOf(offers)).toEqual(['Basic', 'Pro'])
    const featureLines = offers.foundTiers[0]?.card.lines.filter(({ isChrome }) => !isChrome)
    expect(featureLines?.map(({ text }) => text)).toEqual(['5 users', 'Reports'])
  })

  it('are separated into tiers, add-ons, packs and the rest of the page', () => {
    const addons = `<section><h2>Add-ons</h2><div>${cardHtml('Backup', '€3/mo', 'a')}${cardHtml('SMS', '€5/mo', 'a')}</div></section>`
    const offers = find(`${plans}${addons}<p>Extra users €2 each</p>`)
    expect(namesOf(offers)).toEqual(['Free', 'Pro'])
    expect(offers.rest.cards.map(({ name, kind }) => [name, kind])).toEqual([
      ['Backup', 'addons'],
      ['SMS', 'addons'],
    ])
    expect(offers.rest.lines.map(({ text }) => text)).toEqual(['Add-ons', 'Extra users €2 each'])
  })

  it('may be in tables only, even if the second table repeats the names', () => {
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

it('cards with typical names of plans need no prices if nothing else is sold', () => {
  const plan = (name: string): string => `<div><p>${name}</p><ul><li>a<li>b<li>c</ul></div>`
  const named = `<main>${plan('Basic')}${plan('Premium')}</main>`
  expect(namesOf(find(named))).toEqual(['Basic', 'Premium'])
  expect(namesOf(find(`${plans}${named}`))).toEqual(['Free', 'Pro'])
})
