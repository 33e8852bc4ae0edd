import { expect, test } from 'vitest'
import { signUpUrl } from './signUpUrl.ts'

const website = 'https://shop.example/?ref=a'

test('signUpUrl prefers the sign-up page over the website and adds the plan', () => {
  const branding = { signUpUrl: 'https://shop.example/join' }
  expect(signUpUrl({ website, branding }, 'pro')).toBe('https://shop.example/join?plan=pro')
  expect(signUpUrl({ website, branding: null }, 'pro')).toBe('https://shop.example/?ref=a&plan=pro')
  expect(signUpUrl({ website, branding: null }, null)).toBe(website)
})

test('signUpUrl ignores URLs that would run a script', () => {
  const branding = { signUpUrl: 'javascript:alert(1)' }
  expect(signUpUrl({ website, branding }, null)).toBe(website)
  expect(signUpUrl({ website: 'javascript:alert(1)', branding }, null)).toBeNull()
  expect(signUpUrl(null, 'pro')).toBeNull()
})
