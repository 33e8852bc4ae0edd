import { expect, it } from 'vitest'
import { readCreditCosts } from './readCreditCosts.ts'

const read = (text: string) =>
  readCreditCosts(
    text.split('\n').map((line) => ({
      text: line.replace(/^# /u, ''),
      isHeading: line.startsWith('# '),
      ...(line.startsWith('# ') ? { level: 2 } : {}),
      isExcluded: false,
      isListItem: false,
      isChrome: false,
    })),
  ).map(({ unit, amount }) => `${unit} ${amount}`)

it('reads costs below the names of actions', () => {
  expect(
    read(
      '# How credits work\nEach action uses credits.\nText stamp\n1\ncredit · up to 500 chars\nVideo\n2.5 credits\nOther things, told in a sentence.\n3 credits\n# Free credits\nWelcome gift\n10 credits',
    ),
  ).toEqual(['Text stamp (credits) 1', 'Video (credits) 2.5'])
})

it('does not take a pack or a grant as a cost', () => {
  expect(read('# Buy credits\nStarter\n100 credits\n$10')).toEqual([])
  expect(read('# How credits work\nStarter\n100 credits/month')).toEqual([])
})
