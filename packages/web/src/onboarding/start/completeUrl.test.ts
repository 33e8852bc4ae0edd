import { expect, test } from 'vitest'
import { completeUrl } from './completeUrl.ts'

test.each([
  ['shop.example/pricing', 'https://shop.example/pricing'],
  ['  shop.example ', 'https://shop.example/'],
  ['shop.example:8080/a?b#c', 'https://shop.example:8080/a?b#c'],
  ['http://shop.example/pricing', 'http://shop.example/pricing'],
  ['HTTPS://Shop.example', 'https://shop.example/'],
  ['', null],
  ['my shop', null],
  ['ftp://shop.example', null],
  ['file:///etc/passwd', null],
  ['https://', null],
])('%j is %j', (typed, address) => {
  expect(completeUrl(typed)).toBe(address)
})
