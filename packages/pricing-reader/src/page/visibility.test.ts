import { expect, it } from 'vitest'
import { readTestPage } from '../testing/readTestPage.ts'

const shown = (html: string): string[] =>
  readTestPage(html).model.lines.flatMap(({ text, isHidden }) => (isHidden ? [] : [text]))

it('shows a page that is hidden until it has loaded, but for what it hides itself', () => {
  const page =
    '<h1>Choose</h1><p>Many words of the page, which are shown when it has loaded</p><p hidden>Not this</p>'
  const terms =
    '<div hidden>Terms that are as long as all the rest, and shown to whoever asks</div>'
  expect(shown(`<p>Wait</p><main style="display:none">${page}</main>${terms}`)).toEqual([
    'Wait',
    'Choose',
    'Many words of the page, which are shown when it has loaded',
  ])
})

it('leaves hidden what has no heading', () => {
  expect(
    shown('<p>Hi</p><div hidden>A dialogue that is asked something or other here</div>'),
  ).toEqual(['Hi'])
})

it('leaves hidden what is a part of the page', () => {
  expect(
    shown(
      '<p>These are the words that are shown, and there are quite a few of them</p><div hidden><h1>and these are not</h1></div>',
    ),
  ).toEqual(['These are the words that are shown, and there are quite a few of them'])
})
