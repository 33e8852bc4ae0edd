import { describe, expect, it } from 'vitest'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { type CardReading, findTrial, priceLineOf, readTier } from './readTier.ts'

describe('readTier', () => {
  const read = (html: string): CardReading | null => {
    const { model, find } = readTestPage(`<div id="card">${html}</div>`)
    return readTier(find('card'), model)
  }

  describe('a card', () => {
    it('becomes a tier with flags and evidence', () => {
      const { tier } =
        read(`<p>Most popular</p>${cardHtml('Pro', '$9 <small>per user / month</small>', 'a')}`) ??
        {}
      expect(tier).toMatchObject({
        name: 'Pro',
        perSeat: true,
        isPopular: true,
        ctaLabel: 'Buy',
        evidence: 'Pro · $9 per user / month',
      })
      expect(tier?.prices).toMatchObject([{ interval: 'month', amountMinor: 900 }])
    })

    it('may be free, on request or have a price that a script fills in', () => {
      expect(read(cardHtml('Hobby', 'Free', 'a'))?.tier).toMatchObject({
        isFree: true,
        prices: [{ amountMinor: 0 }],
      })
      const enterprise = read(
        '<h3>Enterprise</h3><p>For many</p><a class="btn">Contact sales</a>',
      )?.tier
      expect(enterprise).toMatchObject({ contactSales: true, prices: [] })
      const blank = read(cardHtml('Business', '[[price]] / user / month', 'a'))?.tier
      expect(blank).toMatchObject({ priceUnreadable: true, perSeat: true, prices: [] })
      expect(read(cardHtml('Free', '$99 per year', 'a'))?.tier.isFree).toBeUndefined()
      expect(read('<h3>About us</h3><p>We are nice</p>')).toBeNull()
    })

    it('has no price in its bullets or in struck-through text', () => {
      expect(
        read(cardHtml('Pro', '<s>$19</s> $9/mo', '$5 credit', 'extra $2/GB'))?.tier.prices,
      ).toMatchObject([{ amountMinor: 900 }])
    })

    it('returns its lines with exclusions marked', () => {
      const html = `<h3>Pro</h3><p>$9/mo</p><h4>Includes:</h4>
      <ul><li>a</li><li class="disabled">b</li><li>✗ c</li><li><s>d</s></li></ul><p class="f">e</p><p class="f">f</p><p class="f">g</p>`
      const lines = read(html)?.card.lines ?? []
      expect(lines.filter(({ isChrome }) => isChrome).map(({ text }) => text)).toEqual([
        'Pro',
        '$9/mo',
      ])
      expect(lines.filter(({ isExcluded }) => isExcluded).map(({ text }) => text)).toEqual([
        'b',
        'c',
        'd',
      ])
      expect(lines.filter(({ isListItem }) => isListItem).map(({ text }) => text)).toEqual([
        'a',
        'b',
        'c',
        'd',
        'e',
        'f',
        'g',
      ])
      expect(lines.filter(({ isHeading }) => isHeading).map(({ text }) => text)).toEqual([
        'Pro',
        'Includes:',
      ])
    })

    it.each(['feature-lock', 'is-locked', 'li--dim', 'off'])(
      'excludes a bullet with the class %s',
      (name) => {
        const html = `<h3>Pro</h3><p>$9/mo</p><ul><li class="${name}">a</li><li class="block">b</li></ul>`
        const lines = read(html)?.card.lines ?? []
        expect(lines.filter(({ isExcluded }) => isExcluded).map(({ text }) => text)).toEqual(['a'])
      },
    )

    it('is free if it says so, even if it costs something later', () => {
      const trial = read('<h3>3-day trial</h3><p>Free</p><p>Converts to $29/mo after the trial</p>')
      expect(trial?.tier).toMatchObject({ isFree: true, prices: [{ amountMinor: 0 }] })
    })

    it.each(['Free Account', 'Free tier', 'Start free'])('named %s is free', (name) => {
      expect(
        read(`<h3>${name}</h3><p>Use it with limits</p><ul><li>a</li></ul>`)?.tier,
      ).toMatchObject({
        isFree: true,
      })
    })
  })
})

describe('priceLineOf', () => {
  it.each([
    ['<p class="price-monthly">$9</p>', 'month'],
    ['<div data-billing="annual"><p>$9</p></div>', 'year'],
    ['<p x-show="isYearly">$9</p>', 'year'],
    ['<p class="monthly yearly">$9</p>', undefined],
    ['<p class="price">$9</p>', undefined],
    ['<i></i></div></div><div id="yearly"><div><div id="card"><p>$9</p>', 'year'],
  ])('reads the interval of %s as %s', (html, period) => {
    const { model, find } = readTestPage(`<div><div id="card">${html}</div></div>`)
    const [line] = model.lines
    expect(line && priceLineOf(line, find('card')).period).toBe(period)
  })
})

describe('findTrial', () => {
  it.each([
    ['Start 14-day free trial', 14],
    ['Free for 30 days', 30],
    ['14 Tage kostenlos testen', 14],
    ['Essai gratuit de 14 jours', 14],
    ['7-дневный триал', 7],
    ['14일 무료 체험하기', 14],
    ['30日間無料トライアル', 30],
    ['30-day money-back guarantee, free returns', null],
    ['90 days of history', null],
    ['Start free', null],
  ])('reads the number of days in %j as %s', (line, days) => {
    expect(findTrial([line])).toBe(days)
  })
})
