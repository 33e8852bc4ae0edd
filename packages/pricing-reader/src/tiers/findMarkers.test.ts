import { describe, expect, it } from 'vitest'
import { isPriceLine } from '../price/isPriceLine.ts'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { findMarkers, nameBeforePrice } from './findMarkers.ts'

const hints = { lang: 'en' }
const kinds = (html: string, isLoose = false): string[] =>
  findMarkers(readTestPage(html).model, isLoose).map(({ kind, line }) => `${kind} ${line.text}`)

describe('a price line', () => {
  it.each([
    '$29/mo',
    'From $29 per user / month',
    '49 €',
    'Only $5 a month',
    '$40/mo plus $6/mo per person',
  ])('can be %j', (text) => {
    expect(isPriceLine(text, hints)).toBe(true)
  })

  it.each([
    'Save $20',
    'was $20',
    '$0 → $10,000',
    'First $10k',
    '~$0.66/mo',
    '20 users',
    'We raised prices by $20 last year and everyone liked it',
  ])('cannot be %j', (text) => {
    expect(isPriceLine(text, hints)).toBe(false)
  })

  it('may begin with a name', () => {
    expect(nameBeforePrice('Start — от 2 000 $', { lang: 'ru' })).toBe('Start')
    expect(nameBeforePrice("Basic: 1'500 CHF einmalig | Chatbot", { lang: 'de' })).toBe('Basic')
    expect(nameBeforePrice('$5: fine', hints)).toBeNull()
    expect(nameBeforePrice('Note: nothing', hints)).toBeNull()
  })
})

describe('markers of a page', () => {
  it('include requests to get in touch in a small heading', () => {
    expect(kinds('<h3>Book a demo</h3>')).toEqual(['contact Book a demo'])
    expect(kinds('<h2>Book a demo</h2><p>Book a demo</p>')).toEqual([])
  })

  it('are prices, placeholders and words for free or on request', () => {
    expect(kinds(cardHtml('Pro', '$9/mo', '5 users', '$5 credit'))).toEqual(['price $9/mo'])
    expect(kinds('<p>Free</p><p>Custom</p><p>[[price]] / month</p><p>$</p><p>29</p>')).toEqual([
      'free Free',
      'contact Custom',
      'placeholder [[price]] / month',
      'price $',
    ])
  })

  it('are not in navigation, footers, hidden elements, tables or bullets', () => {
    expect(kinds('<nav><p>$9/mo</p></nav><footer><p>Free</p></footer><p hidden>$9/mo</p>')).toEqual(
      [],
    )
    expect(kinds('<table><tr><td>a<td>$9/mo<tr><td>b<td>$19/mo</table>')).toEqual([])
    expect(kinds('<ul><li>Start — $9</li></ul>')).toEqual([])
    expect(kinds('<ul><li>Start — $9</li></ul>', true)).toEqual(['price Start — $9'])
  })
})
