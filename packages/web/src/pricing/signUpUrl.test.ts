import { expect, test } from 'vitest'
import { signUpUrl } from './signUpUrl.ts'

const website = 'https://shop.example/?ref=a'

test("the merchant's own page for it comes before its website, and learns the plan", () => {
  const branding = { signUpUrl: 'https://shop.example/join' }
  expect(signUpUrl({ website, branding }, 'pro')).toBe('https://shop.example/join?plan=pro')
  expect(signUpUrl({ website, branding: null }, 'pro')).toBe('https://shop.example/?ref=a&plan=pro')
  expect(signUpUrl({ website, branding: null }, null)).toBe(website)
})

test('nothing that would run here is followed', () => {
  const branding = { signUpUrl: 'javascript:alert(1)' }
  expect(signUpUrl({ website, branding }, null)).toBe(website)
  expect(signUpUrl({ website: 'javascript:alert(1)', branding }, null)).toBeNull()
  expect(signUpUrl(null, 'pro')).toBeNull()
})
