import { expect, test } from 'vitest'
import { completeUrl } from './completeUrl.ts'

test.each([
  ['pixelmill.example/pricing', 'https://pixelmill.example/pricing'],
  ['  pixelmill.example ', 'https://pixelmill.example/'],
  ['pixelmill.example:8080/a?b#c', 'https://pixelmill.example:8080/a?b#c'],
  ['http://pixelmill.example/pricing', 'http://pixelmill.example/pricing'],
  ['HTTPS://Pixelmill.example', 'https://pixelmill.example/'],
  ['', null],
  ['my shop', null],
  ['ftp://pixelmill.example', null],
  ['file:///etc/passwd', null],
  ['https://', null],
])('completeUrl completes %j to %j', (text, address) => {
  expect(completeUrl(text)).toBe(address)
})
