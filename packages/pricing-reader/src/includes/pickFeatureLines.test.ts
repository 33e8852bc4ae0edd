import { expect, it } from 'vitest'
import type { CardLine } from '../lines/CardLine.ts'
import { pickFeatureLines } from './pickFeatureLines.ts'

/** Prefixes: "- " for a bullet, "# " for a heading, "! " for chrome and "x " for not included. */
const lines = (text: string): CardLine[] =>
  text.split('\n').map((line) => ({
    text: line.replace(/^(?:- |# |! |x )/u, ''),
    isListItem: /^(?:- |x )/u.test(line),
    isHeading: line.startsWith('# '),
    isChrome: line.startsWith('! '),
    isExcluded: line.startsWith('x '),
  }))
const pick = (text: string) =>
  pickFeatureLines(lines(text)).map(({ text: feature, isExcluded }) =>
    isExcluded ? `no ${feature}` : feature,
  )

it('picks all bullets, and other lines only if they state a quota', () => {
  expect(
    pick(
      '! Pro\nFor growing teams\n! $10/mo\n10 Projects / 10 Sites\nOne great agent\n- Chat\n- Download templates\nx SSO\n! Get started',
    ),
  ).toEqual(['10 Projects / 10 Sites', 'Chat', 'Download templates', 'no SSO'])
})

it('splits a list on one line if there is no other list', () => {
  const dotted = '! Pro\n300 leads · weekly reports · rolls over\n! $20/mo'
  expect(pick(dotted)).toEqual(['300 leads', 'weekly reports', 'rolls over'])
  expect(pick('! Pro\nChat · Mail\n! $20/mo')).toEqual(['Chat · Mail'])
})

it('recognizes words with combining marks', () => {
  expect(pick('- 3 प्रोजेक्ट\n- ईमेल')).toEqual(['3 प्रोजेक्ट', 'ईमेल'])
})

it('drops terms, buttons and target groups, even in a list', () => {
  expect(
    pick(
      '- Chat\n- Cancel anytime\n- Perfect for a first look\n- 14-day free trial\n- Learn more\n- Mail',
    ),
  ).toEqual(['Chat', 'Mail'])
})

it('keeps a bullet that would be a heading above a list', () => {
  expect(pick('# Advanced features\n- Features\n- Advanced features\n- Plus:\n- Chat')).toEqual([
    'Advanced features',
    'Chat',
  ])
})

it('begins after the description if there is no list', () => {
  expect(
    pick(
      '! Starter\n! $250\nCore automation\nStart with the deployment that pays back first of all.\nAudit & mapping\nExecutive dashboard\nTalk to sales',
    ),
  ).toEqual(['Audit & mapping', 'Executive dashboard'])
  expect(pick('! Vrij\n! €19\nVoorbeelden\nGenerator en meer!')).toEqual([
    'Voorbeelden',
    'Generator en meer!',
  ])
  expect(
    pick('! Free\nFor curious minds\n1,600 credits\n1 saved character\nGood for a first try.'),
  ).toEqual(['1,600 credits', '1 saved character'])
})

it('applies a heading in a card to the lines below it', () => {
  expect(
    pick(
      '# Features\n- Maps\n- Diary\n# Perfect for\n- Hobbyists of all kinds\n# Does not include:\n- Withholding',
    ),
  ).toEqual(['Maps', 'Diary', 'no Withholding'])
  expect(pick('# Everything in Basic, plus:\n- Maps\n- Diary')).toEqual([
    'Everything in Basic, plus:',
    'Maps',
    'Diary',
  ])
})

it('joins a number or a cross with the words on the next line', () => {
  expect(pick('3\nPostUp uses\n1\nChapter use')).toEqual(['3 PostUp uses', '1 Chapter use'])
  const crossed = lines('- Chat\nx \n- SSO\n- Mail')
  expect(pickFeatureLines(crossed).map(({ text, isExcluded }) => [text, isExcluded])).toEqual([
    ['Chat', false],
    ['SSO', true],
    ['Mail', false],
  ])
})

it('reads dashes before some bullets as crosses, and marks before all bullets as bullets', () => {
  expect(pick('- Chat\n- Mail\n- — SSO')).toEqual(['Chat', 'Mail', 'no — SSO'])
  expect(pick('- — Chat\n- — Mail\n- — SSO')).toEqual(['— Chat', '— Mail', '— SSO'])
  expect(pick('x Chat\nx Mail\nx SSO')).toEqual(['Chat', 'Mail', 'SSO'])
  expect(pick('- Chat\n- Mail\n- © 2026 Acme')).toEqual(['Chat', 'Mail'])
})

it('picks quotas from headings, buttons and lines beside the price, but no lengths of time', () => {
  expect(
    pick(
      '! Pro\n! $10/mo\n# 300 Credits\n! 500 monthly transactions\n! 12 months contract\n! 2 months free\n! Join 5,000 teams\n! Only 3 spots left\n- Chat\n- Mail',
    ),
  ).toEqual(['300 Credits', '500 monthly transactions', 'Chat', 'Mail'])
})

it('joins alternating names and values in either order', () => {
  expect(pick('! Pro\nSeats\n5\nStorage\n10 GB\nSSO\nNo\n! Buy')).toEqual([
    'Seats: 5',
    'Storage: 10 GB',
    'SSO: No',
  ])
  expect(pick('! Pro\n5\nSeats\n3\nBoards\n7\nFields')).toEqual(['5 Seats', '3 Boards', '7 Fields'])
})

it('reads a dash before some bullets as a cross, even without a space', () => {
  expect(pick('- Chat\n- —Mail\n- — Calls')).toEqual(['Chat', 'no —Mail', 'no — Calls'])
})
