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
  ['one alone', `<p class="price">119</p>${more}`],
  ['numbers of other things', `<p>10</p><p>20</p>${more}`],
  ['a page with other prices', `<p>10/ month</p><p>20/ month</p>${more}<p>$5</p><p>$6</p>`],
  ['no currency', '<p>10/ month</p><p>20/ month</p>'],
  ['two currencies', `<p>10/ month</p><p>20/ month</p>${more}<p>Or for a fee of 3 €</p>`],
  ['signs beside them', `<p class="price">10</p><p>€</p><p>€</p><p class="price">20</p>${more}`],
])('ignores %s', (_what, html) => {
  expect(textsOf(html).filter((text) => /USD|EUR/.test(text))).toEqual([])
})
