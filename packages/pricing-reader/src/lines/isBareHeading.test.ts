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
])('%j is a heading', (text) => {
  expect(isBareHeading(text)).toBe(true)
})

it.each(['Premium features for teams', 'Priority support', 'Storage: 5 GB', 'Usage reports'])(
  '%j is not a heading',
  (text) => {
    expect(isBareHeading(text)).toBe(false)
  },
)
