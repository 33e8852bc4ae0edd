import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  decodePreviewToken,
  encodePreviewToken,
  type Preview,
  previewExpiresAt,
} from './previewToken.ts'

const key = randomBytes(32)
const preview: Preview = {
  subscriptionId: 'sub_1',
  revision: 3,
  planId: 'plan_1',
  planVersion: 2,
  quantities: { seats: 4 },
  timing: 'now',
  at: new Date('2026-01-23T06:00:00Z'),
  total: 1_500,
  usage: [
    {
      subscriptionId: 'sub_1',
      chargeId: 'chg_1',
      periodStart: '2026-01-15T12:00:00.000Z',
      quantity: '12.5',
    },
  ],
}

it('a token decodes to the same preview and expires after fifteen minutes', () => {
  expect(decodePreviewToken(encodePreviewToken(preview, key), key)).toEqual(preview)
  expect(previewExpiresAt(preview)).toEqual(new Date('2026-01-23T06:15:00Z'))
})

it('a token of another installation or with a changed character is rejected', () => {
  const token = encodePreviewToken(preview, key)
  expect(decodePreviewToken(token, randomBytes(32))).toBeNull()
  const at = 40
  const letter = token[at] === 'A' ? 'B' : 'A'
  expect(decodePreviewToken(token.slice(0, at) + letter + token.slice(at + 1), key)).toBeNull()
  expect(decodePreviewToken('', key)).toBeNull()
  expect(decodePreviewToken('made-up', key)).toBeNull()
})
