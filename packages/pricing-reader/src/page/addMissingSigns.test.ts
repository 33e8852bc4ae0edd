import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'

const textsOf = (html: string): string[] => readTestPage(html).model.lines.map(({ text }) => text)

const more = '<p>Each further lead for $2</p>'

it("adds the page's currency to bare prices", () => {
  const boxed = '<div class="box__price"><p>119</p></div>'
  expect(textsOf(`<p>10/ month</p>${boxed}<p class="price">29</p>${more}`)).toEqual([
    'USD 10/ month',
    'USD 119',
    'USD 29',
    'Each further lead for $2',
  ])
})

it.each([
  ['a single number', `<p class="price">119</p>${more}`],
  ['numbers that are not prices', `<p>10</p><p>20</p>${more}`],
  [
    'numbers on a page with other prices',
    `<p>10/ month</p><p>20/ month</p>${more}<p>$5</p><p>$6</p>`,
  ],
  ['numbers on a page without a currency', '<p>10/ month</p><p>20/ month</p>'],
  [
    'numbers on a page with two currencies',
    `<p>10/ month</p><p>20/ month</p>${more}<p>Or for a fee of 3 €</p>`,
  ],
  [
    'numbers beside a currency sign',
    `<p class="price">10</p><p>€</p><p>€</p><p class="price">20</p>${more}`,
  ],
])('ignores %s', (_what, html) => {
  expect(textsOf(html).filter((text) => /USD|EUR/.test(text))).toEqual([])
})
