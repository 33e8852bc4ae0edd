import { describe, expect, it } from 'vitest'
import {
  beginsWithFrom,
  endsWithFrom,
  isDecoy,
  isOtherBadge,
  isPlaceholder,
  isPricedOnRequest,
  saysContact,
  saysFree,
  saysPerSeat,
  saysPopular,
  saysSetup,
} from './priceWords.ts'

describe('words around a price', () => {
  it.each<[(text: string) => boolean, string[], string[]]>([
    [
      saysFree,
      ['Free', 'FREE!', '🆓 Free', 'Kostenlos', 'Gratuit', '無料', '免费', 'Бесплатно'],
      ['Free trial', 'Freedom', 'Start free today'],
    ],
    [
      isPricedOnRequest,
      [
        'Custom',
        'Contact us',
        'Auf Anfrage',
        'Sur devis',
        'Sob consulta',
        'По запросу',
        'お問い合わせ',
        '문의',
      ],
      ['Customers', 'Custom domains'],
    ],
    [
      saysContact,
      ['Contact sales →', 'Talk to sales', 'Book a demo', 'Nous contacter'],
      ['Contact list', 'Buy now'],
    ],
    [
      saysPopular,
      [
        'Most Popular',
        '⭐ Best value',
        'Beliebt',
        'Populaire',
        'Mais popular',
        'Популярный',
        '推荐',
        'おすすめ',
        '인기',
      ],
      ['Popular integrations'],
    ],
    [isOtherBadge, ['🚀 COMING SOON', 'New', 'Save 20%', 'Cancel anytime'], ['Newsletter']],
    [endsWithFrom, ['From ', 'starting at ', 'ab ', 'à partir de ', 'от '], ['platform ', 'tab ']],
    [beginsWithFrom, ['+', '〜 / 回', '起'], [' + $5', '']],
    [
      saysPerSeat,
      ['per user', '/ seat', 'pro Nutzer', 'par utilisateur', '/人', '/Sitz', 'end-user / month'],
      ['per useful', 'users'],
    ],
    [saysSetup, ['setup fee', 'Einrichtung'], ['reset']],
    [
      isPlaceholder,
      ['[[price]] / user / month', '{{ price }}', '$-- /mo', '/month', '$—', '.../hour'],
      ['$5 /mo', '—', 'per month', '/hour'],
    ],
  ])('are recognized by %o', (says, yes, no) => {
    expect(yes.filter((text) => !says(text))).toEqual([])
    expect(no.filter(says)).toEqual([])
  })

  it.each<[string, string, boolean]>([
    ['Save ', '', true],
    ['was ', '', true],
    ['instead of ', '', true],
    ['~', '/mo', true],
    ['First ', '', true],
    ['', ' off', true],
    ['', ' → $10', true],
    ['', '/mo min', true],
    ['', ' in free credits', true],
    ['', ' for the first 3 months', true],
    ['2.9% + ', '', true],
    [' first month, then ', '/mo', false],
    ['7 days free, then ', '/mo', false],
    ['', '/mo', false],
    ['only ', '/mo', false],
    ['from ', '', false],
  ])('%j before and %j after an amount make it a decoy: %s', (before, after, decoy) => {
    expect(isDecoy(before, after, '5')).toBe(decoy)
  })
})
