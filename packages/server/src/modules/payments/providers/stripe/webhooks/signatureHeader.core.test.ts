import { expect, it } from 'vitest'
import { judgeAge, parseSignatureHeader } from './signatureHeader.core.ts'

const one = 'a'.repeat(64)
const two = 'b'.repeat(64)

it('a header has one time and a signature per valid secret', () => {
  expect(parseSignatureHeader(`t=1700000000,v1=${one},v1=${two},v0=${one}`)).toEqual({
    timestamp: 1_700_000_000,
    signatures: [one, two],
  })
})

it.each([
  undefined,
  ['t=1'],
  '',
  't=1700000000',
  `v1=${one}`,
  `t=,v1=${one}`,
  `t=abc,v1=${one}`,
  `t=1e9,v1=${one}`,
  `t=-1,v1=${one}`,
  `t=1,t=2,v1=${one}`,
  't=1,v1=short',
  `t=1,v0=${one}`,
  `t=1${`,v1=${one}`.repeat(11)}`,
])('%j is not a signature header', (header) => {
  expect(parseSignatureHeader(header)).toBeNull()
})

it.each([
  [0, 'current'],
  [300, 'current'],
  [301, 'stale'],
  [-300, 'current'],
  [-301, 'future'],
  [-86_400 * 365, 'future'],
])('signed %d seconds ago is %s', (age, judgement) => {
  const now = new Date('2026-01-15T12:00:00.900Z')
  expect(judgeAge(Math.floor(now.getTime() / 1000) - age, now)).toBe(judgement)
})
