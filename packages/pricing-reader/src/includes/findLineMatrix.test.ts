import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { findLineMatrix } from './findLineMatrix.ts'

const line = (text: string): CardLine => ({
  text: /^[✓✗]$/u.test(text) ? '' : text.replace('# ', ''),
  isHeading: text.startsWith('# '),
  isExcluded: text === '✗',
  isListItem: /^[✓✗]$/u.test(text),
  isChrome: false,
})
const NAMES = ['Solo', 'Team']
const read = (texts: string[], areBare = false) =>
  [...findLineMatrix(texts.map(line), NAMES, areBare)].map(([name, lines]) => [
    name,
    ...lines.map(({ text }) => text),
  ])
const ROWS = ['Maps', '3', 'Unlimited', 'Export', '✓', '✓', 'Sharing', '✗', '✓']

it('reads alternating labels and cells below the names of the tiers', () => {
  expect(read(['Compare', ...NAMES, ...ROWS, '# Help', 'Support', 'By mail', 'By phone'])).toEqual([
    ['Solo', 'Maps: 3', 'Export: ✓', 'Sharing: —', 'Support: By mail'],
    ['Team', 'Maps: Unlimited', 'Export: ✓', 'Sharing: ✓', 'Support: By phone'],
  ])
})

it('finds no matrix without the names of the tiers, unless the cards have no features', () => {
  expect(read(['Choose a plan', ...ROWS])).toEqual([])
  expect(read(['Choose a plan', ...ROWS, 'Imprint', 'Terms', 'Privacy'], true)).toEqual([
    ['Solo', 'Maps: 3', 'Export: ✓', 'Sharing: —'],
    ['Team', 'Maps: Unlimited', 'Export: ✓', 'Sharing: ✓'],
  ])
})

it('finds no matrix in cells that contain only words', () => {
  expect(read([...NAMES, 'We write', 'You read', 'All win', 'Twice', 'A day', 'A week'])).toEqual(
    [],
  )
})
