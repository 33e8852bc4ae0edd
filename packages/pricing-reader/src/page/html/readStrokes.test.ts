import { expect, it } from 'vitest'
import { readStrokes } from './readStrokes.ts'

it.each([
  [['M4.5 12.5l5 5L19.5 7.5'], 'yes'],
  [['20 6 9 17 4 12'], 'yes'],
  [['M3,8 L6.5,11.5 L13,4.5'], 'yes'],
  [['M2 2L10 10M10 2L2 10'], 'no'],
  [['M2 2l8 8', 'm10 2-8 8'], 'no'],
  [['18 6 6 18', '6 6 18 18'], 'no'],
  [['M4 8h8'], 'no'],
  [['M8 4v8M4 8h8'], null],
  [['M12 18h.01'], null],
  [['M6 9l6 6 6-6'], null],
  [['M9 6l6 6-6 6'], null],
  [['M3 17l6-6 4 4 8-8'], null],
  [['M2 2L10 10M40 2L32 10'], null],
  [['M4 4c1 1 2 2 3 3'], null],
  [['M4.5 12.5l5 5L19.5 7.5', 'M1 1a3 3 0 0 1 1 1'], null],
  [['M4'], null],
  [[], null],
])('%j draws %s', (drawings, mark) => {
  expect(readStrokes(drawings)).toBe(mark)
})
