import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'

const plan = (name: string, price: string): string =>
  `<h2>${name}</h2><p>${price}</p><ul><li>a<li>b</ul>`
const sectionsOf = (html: string): number =>
  readTestPage(`<main id="main">${html}</main>`)
    .find('main')
    .children.filter(({ tag }) => tag === 'section').length

it('wraps the plans of a plain text page and nothing else', () => {
  const plans = plan('Basic', '$5/month') + plan('Pro', '$15/month') + plan('Large', 'Contact us')
  expect(sectionsOf(`<h1>Prices</h1>${plans}<h2>Questions</h2><p>Ask us</p>`)).toBe(3)
  expect(sectionsOf('<h2>Free</h2><p>For you</p><h2>Pro ($9/mo)</h2><p>For all</p>')).toBe(2)
  expect(sectionsOf(plan('Basic', '$5/month') + plan('About', 'We are nice'))).toBe(0)
  expect(sectionsOf('<h2>Free</h2><p>x</p><h2>$0 / mo</h2><p>y</p>')).toBe(0)
  expect(sectionsOf(plan('About', 'We are nice') + plan('Jobs', 'None'))).toBe(0)
  const terms = '<dt>Hobby<dd>Free<dt>Pro<dd>$9/month<dd>5 users<dt>Note<dd>Taxes apply'
  const { find } = readTestPage(`<dl id="main">${terms}</dl>`)
  expect(find('main').children.map(({ tag }) => tag)).toEqual(['section', 'section', 'dt', 'dd'])
})
