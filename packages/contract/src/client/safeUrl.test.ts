import { expect, test } from 'vitest'
import { safeUrl } from './safeUrl.ts'

test.each([
  ['https://app.example/account?a=1#b', 'https://app.example/account?a=1#b'],
  ['http://localhost:3000', 'http://localhost:3000/'],
])('safeUrl accepts %s', (text, href) => {
  expect(safeUrl(text)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://app.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/portal',
  '',
  null,
  undefined,
  7,
])('safeUrl refuses %j', (text) => {
  expect(safeUrl(text)).toBeNull()
})
