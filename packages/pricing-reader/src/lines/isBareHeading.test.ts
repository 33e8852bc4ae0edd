import { expect, it } from 'vitest'
import { isBareHeading } from './lineKinds.ts'

it.each([
  'Features',
  "What's included",
  'Core features:',
  'Limitations',
  'Also includes',
  'Plan details:',
  'Funktionen',
  'Inclus :',
  'Perfect for',
  '機能',
  'Does not include:',
])('%j heads a list', (text) => {
  expect(isBareHeading(text)).toBe(true)
})

it.each(['Premium features for teams', 'Priority support', 'Storage: 5 GB', 'Usage reports'])(
  '%j is of it',
  (text) => {
    expect(isBareHeading(text)).toBe(false)
  },
)
