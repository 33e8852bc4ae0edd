import { describe, expect, it } from 'vitest'
import { walk } from '../PageNode.ts'
import { parsePage } from './parsePage.ts'

const hiddenOf = (css: string, html: string): string[] => {
  const page = parsePage(`<style>${css}</style>${html}`)
  return page
    ? [...walk(page.body)]
        .filter(({ isHidden, tag }) => isHidden && tag !== '#text')
        .map(({ attrs }) => attrs.get('id') ?? '')
    : []
}

describe('the style sheets of a page', () => {
  it.each([
    ['.yearly{display:none}', '<p id="a" class="yearly">x</p><p id="b">y</p>', ['a']],
    ['#m { visibility: hidden }', '<p id="m">x</p>', ['m']],
    [
      '.annual .month, .x{display:none}',
      '<div class="annual"><p id="a" class="month">x</p></div><p id="b" class="month">y</p>',
      ['a'],
    ],
    [
      '.t > .p{display:none} .t .p.on{display:block}',
      '<div class="t"><p id="a" class="p on">x</p><p id="b" class="p">y</p></div>',
      ['b'],
    ],
    [
      '@media (max-width: 600px){.wide{display:none}} @media (min-width: 900px){.small{display:none}}',
      '<p id="w" class="wide">x</p><p id="s" class="small">y</p>',
      ['s'],
    ],
    [
      '/* .a{display:none} */ .b:hover{display:none}',
      '<p id="a" class="a">x</p><p id="b" class="b">y</p>',
      [],
    ],
  ])('with the rules %s hide in %s the elements %j', (css, html, ids) => {
    expect(hiddenOf(css, html)).toEqual(ids)
  })

  it('strike through prices and draw ticks and crosses before bullets', () => {
    const page = parsePage(
      `<style>.was{text-decoration:line-through} li::before{content:"✓"} li.no::before{content:'\\2717'}</style>
       <s id="t">1</s><b class="was">2</b><ul><li>yes</li><li class="no">no</li></ul>`,
    )
    const nodes = page ? [...walk(page.body)] : []
    expect(
      nodes.filter(({ tag, isStruck }) => isStruck && tag !== '#text').map(({ tag }) => tag),
    ).toEqual(['s', 'b'])
    expect(nodes.filter(({ tag }) => tag === 'li').map(({ mark }) => mark)).toEqual(['yes', 'no'])
  })
})
