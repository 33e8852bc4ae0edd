import { describe, expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../../testing/readTestPage.ts'
import { readTier } from '../readTier.ts'
import { isExplanation, judgeGroup } from './judgeGroup.ts'

const kindOf = (heading: string, ...cards: string[]): string => {
  const { model, find } = readTestPage(
    `<section><h2>${heading}</h2><div id="g">${cards.join('')}</div></section>`,
  )
  const read = find('g').children.flatMap((node) => readTier(node, model) ?? [])
  return judgeGroup(find('g'), read, model)
}
const plans = [cardHtml('Free', '$0', 'a'), cardHtml('Pro', '$9/mo', 'a')]

describe('a group of cards', () => {
  it.each([
    ['Choose your plan', 'tiers'],
    ['Free vs Pro', 'tiers'],
    ['Us vs them', 'other'],
    ['What our customers say', 'other'],
    ['Add-ons', 'addons'],
  ])('under %s is of the kind %s', (heading, kind) => {
    expect(kindOf(heading, ...plans)).toBe(kind)
  })

  it.each([
    ['Пакеты', 'tiers'],
    ['Пакеты кредитов', 'packs'],
    ['Сэкономьте дополнительно 20%', 'tiers'],
    ['Дополнительно', 'addons'],
  ])('with price ranges under %s is of the kind %s', (heading, kind) => {
    const cards = [cardHtml('Web', '€ 5.000-16.000'), cardHtml('Network', '€ 8.000-11.000')]
    expect(kindOf(heading, ...cards)).toBe(kind)
  })

  it('that includes competitors is not an offer', () => {
    const others = cardHtml('Others', '$99/mo', 'a')
    expect(kindOf('How we do', cardHtml('Acme', '$9/mo', 'a'), others)).toBe('other')
  })

  it('is of the kind packs if it sells credits once, and usage if it sells requests', () => {
    expect(
      kindOf(
        'Pay as you go',
        cardHtml('Small', '$5', '50 credits'),
        cardHtml('Large', '$9', '100 credits'),
      ),
    ).toBe('packs')
    expect(
      kindOf(
        'Plans',
        cardHtml('Small', '$5/mo', '50 credits'),
        cardHtml('Large', '$9/mo', '100 credits'),
      ),
    ).toBe('tiers')
    expect(
      kindOf('Pay per request', cardHtml('Fetch', '$5', 'a'), cardHtml('Search', '$9', 'a')),
    ).toBe('usage')
  })

  it('whose prices a script fills in is not usage', () => {
    const cards = [cardHtml('Start', '.../hour', 'a'), cardHtml('Pro', '.../hour', 'a')]
    expect(kindOf('Hourly rates', ...cards)).toBe('tiers')
  })

  it('in a calculator is not an offer', () => {
    const cards = [cardHtml('Abo', '$90', 'a'), cardHtml('Paket', '$99', 'a')] as const
    expect(kindOf('Kostenrechner', ...cards)).toBe('other')
    expect(kindOf('Калькулятор', ...cards)).toBe('other')
    const [one, two] = cards.map((card) => card.replace('"card"', '"card calc"'))
    expect(kindOf('Prices', one ?? '', two ?? '')).toBe('other')
  })

  it('has no explanations among its plans', () => {
    expect(
      ['Fee brackets', 'ROI calculator', 'Why now', 'Calcule ton tarif', 'Pro'].map(isExplanation),
    ).toEqual([true, true, true, true, false])
    const reckoned = readTestPage(`<div id="g" class="roi-grid">${plans.join('')}</div>`)
    const read = reckoned.find('g').children.flatMap((node) => readTier(node, reckoned.model) ?? [])
    expect(judgeGroup(reckoned.find('g'), read, reckoned.model)).toBe('other')
  })
})

describe('a group below a line about add-ons', () => {
  const kindUnder = (html: string): string => {
    const { model, find } = readTestPage(`${html}<div id="g">${plans.join('')}</div>`)
    const read = find('g').children.flatMap((node) => readTier(node, model) ?? [])
    return judgeGroup(find('g'), read, model)
  }

  it.each([
    ['<div>ADD-ONS</div><div>Get more</div>', 'addons'],
    ['<p>Optional add-ons</p><h2>Need more?</h2>', 'addons'],
    ['<h2>Plans</h2><button>Add-ons</button>', 'tiers'],
    ['<ul><li>Plans</li><li>Add-ons</li></ul>', 'tiers'],
    ['<p>Add-ons</p><p>SMS for $5</p><h2>Plans</h2>', 'tiers'],
    ['<div>Add-ons</div><p>a</p><p>b</p><p>c</p><h2>Plans</h2>', 'tiers'],
    [
      `<p>There are add-ons for whoever needs more, and they are all listed in our docs.</p>`,
      'tiers',
    ],
  ])('(%s) is of the kind %s', (html, kind) => {
    expect(kindUnder(html)).toBe(kind)
  })
})
