import { expect, it } from 'vitest'
import { readTestPage } from '../../testing/readTestPage.ts'

const shown = (html: string): string[] =>
  readTestPage(html).model.lines.flatMap(({ text, isHidden }) => (isHidden ? [] : [text]))

it('shows a page that is hidden until it has loaded, except for its hidden parts', () => {
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

it('keeps an element without a heading hidden', () => {
  expect(
    shown('<p>Hi</p><div hidden>A dialogue that is asked something or other here</div>'),
  ).toEqual(['Hi'])
})

it('keeps a part of a visible page hidden', () => {
  expect(
    shown(
      '<p>These are the words that are shown, and there are quite a few of them</p><div hidden><h1>and these are not</h1></div>',
    ),
  ).toEqual(['These are the words that are shown, and there are quite a few of them'])
})
