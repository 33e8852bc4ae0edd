import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'

const bullets = (html: string): string[] =>
  readTestPage(html).model.lines.flatMap(({ item, text }) => (item ? [text] : []))
const list = (...items: string[]): string => `<ul><li>${items.join('<li>')}</ul>`

it('does not treat the name and the price of a list card as bullets', () => {
  const basic = list('Basic', '$9.99 / year', '10 GB', '5 mails')
  const pro = list('Pro', '$24.99 / year', '25 GB', '<button>Sign up</button>')
  expect(bullets(basic + pro)).toEqual(['10 GB', '5 mails', '25 GB'])
})

it('ignores lists that mention prices', () => {
  const prices = list('SMS $1', 'Mail $2', 'Call $3')
  const late = list('a', 'b', 'c', 'Domain $3', 'd')
  expect(bullets(prices + prices)).toHaveLength(6)
  expect(bullets(late + late)).toHaveLength(10)
  expect(bullets(list('Basic', '$9 / year', '10 GB'))).toHaveLength(3)
})

it('keeps a surcharge with the price beside it', () => {
  const card = (name: string): string =>
    list(name, '9.99 € / month<div>+ 0.99 € / device</div>', '10 GB', '5 mails')
  expect(bullets(card('Basic') + card('Pro'))).toEqual(['10 GB', '5 mails', '10 GB', '5 mails'])
})
