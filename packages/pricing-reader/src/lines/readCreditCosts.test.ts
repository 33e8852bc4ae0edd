import { describe, expect, it } from 'vitest'
import { readCreditCost, readCreditCosts } from './readCreditCosts.ts'

describe('readCreditCosts', () => {
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

  it('does not read a pack or a grant as a cost', () => {
    expect(read('# Buy credits\nStarter\n100 credits\n$10')).toEqual([])
    expect(read('# How credits work\nStarter\n100 credits/month')).toEqual([])
  })
})

describe('readCreditCost', () => {
  it.each([
    ['2 credits per image', 'image (credits)', '2', 1],
    ['1 credit = 1 document', 'document (credits)', '1', 1],
    ['One credit, one task. No subscription.', 'task (credits)', '1', 1],
    ['1 punkt = około 1 minuta', 'minuta (credits)', '1', 1],
    ['5 credits per 1,000 words', 'words (credits)', '5', 1000],
    ['Each video costs 10 credits', 'video (credits)', '10', 1],
    ['HD video – 20 credits', 'HD video (credits)', '20', 1],
    ['0.5 tokens / SMS', 'SMS (credits)', '0.5', 1],
  ])('reads %j as the cost of %j', (text, unit, amount, per) => {
    expect(readCreditCost(text)).toMatchObject({ unit, amount, per, evidence: text })
  })

  it.each([
    '500 credits per month',
    '10 credits/mo',
    '500 credits per maand',
    '500 tokens / tháng',
    '100 credits',
    'Credits never expire',
    'AI credits: unlimited',
    '1 USD = 100 credits',
    '100 credits – $10',
  ])('finds no cost in %j', (text) => {
    expect(readCreditCost(text)).toBeUndefined()
  })
})
