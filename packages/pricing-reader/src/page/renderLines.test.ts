import { describe, expect, it } from 'vitest'
import { BOUND } from '../thresholds.ts'
import { parsePage } from './html/parsePage.ts'
import type { PageLine } from './PageLine.ts'
import { renderLines } from './renderLines.ts'

const linesOf = (html: string): PageLine[] => {
  const page = parsePage(html)
  return page ? renderLines(page.body) : []
}
const textsOf = (html: string): string[] => linesOf(html).map(({ text }) => text)

describe('the lines of a page', () => {
  it.each([
    ['<p>Everything in <b>Pro</b>, plus</p><p>more</p>', ['Everything in Pro, plus', 'more']],
    ['one<br>two', ['one', 'two']],
    ['<div>$<span>29</span><span>/mo</span></div>', ['$29/mo']],
    ['<div>$29<sup>99</sup> a month</div>', ['$29.99 a month']],
    ['<h3>Pro<span>Most popular</span></h3>', ['Pro', 'Most popular']],
    ['<p>From <img src="p.png" alt="$9 per month"></p>', ['From $9 per month']],
    ['<p aria-label="$9 per month"><b aria-hidden="true">$9</b></p>', ['$9 per month']],
    ['<p aria-label="Save $9 a month">$12</p>', ['$12']],
    ['<h3>Pro<span>Teams</span></h3>', ['Pro Teams']],
    ['<div class="flex"><span>Pro</span><span>$9</span></div>', ['Pro', '$9']],
    ['<li class="flex"><span>10</span><span> users</span></li>', ['10 users']],
    ['<a href="#"><div>Pro</div><div>$9</div></a>', ['Pro', '$9']],
    [
      '<p><span class="price-monthly">$10</span><span class="price-yearly">$8</span></p>',
      ['$10', '$8'],
    ],
    ['<p>  a \n\t b  </p>', ['a b']],
    [
      '<p><b data-price="monthly">$10</b><b data-price="annual">$96</b><b data-price="10">!</b></p>',
      ['$10', '$96', '!'],
    ],
    ['<li><span>Clientes</span><strong>50</strong></li>', ['Clientes: 50']],
    ['<li><b>v</b><b>2</b></li>', ['v2']],
    ['<li>٣ مشاريع</li>', ['3 مشاريع']],
  ])('with the HTML %s are %j', (html, texts) => {
    expect(textsOf(html)).toEqual(texts)
  })

  it('separate struck-through and hidden text', () => {
    const [line] = linesOf('<p><s>$20</s> $10</p>')
    expect(line).toMatchObject({ text: '$10', struck: '$20' })
    expect(
      linesOf('<p>$10<span hidden>$8</span></p>').map(({ text, isHidden }) => [text, isHidden]),
    ).toEqual([
      ['$10', false],
      ['$8', true],
    ])
  })

  it('say whether they are a heading, a bullet or a button', () => {
    const lines = linesOf(
      '<h3>Pro</h3><ul><li>a</li></ul><a class="btn" href="#">Buy</a><div role="heading">H</div>',
    )
    expect(
      lines.map(({ heading, item, isButton }) => [heading, item?.tag ?? '', isButton]),
    ).toEqual([
      [3, '', false],
      [0, 'li', false],
      [0, '', true],
      [3, '', false],
    ])
  })

  it('have the tick or the cross before them, in the same or another element', () => {
    const html = `<ul><li>✓ a</li><li>✗ b</li><li><i class="fa fa-times"></i> c</li>
      <li><div class="icon"><svg class="check"></svg></div><div>d</div></li></ul>
      <div class="row"><span class="flex">–</span><div>e</div></div>`
    expect(linesOf(html).map(({ text, mark }) => [text, mark])).toEqual([
      ['a', 'yes'],
      ['b', 'no'],
      ['c', 'no'],
      ['d', 'yes'],
      ['e', 'no'],
    ])
  })

  it('may be spans in a list of features', () => {
    const spans = '<span>1 GB</span> <span>2 sites</span> <span>Mail</span>'
    expect(textsOf(`<div class="planFeatures">${spans}</div>`)).toEqual(['1 GB', '2 sites', 'Mail'])
    expect(textsOf(`<div class="price">${spans}</div>`)).toHaveLength(1)
    expect(textsOf(`<div class="features">With ${spans}</div>`)).toHaveLength(1)
  })

  it('are limited in number and length', () => {
    expect(linesOf('<p>x</p>'.repeat(BOUND.lines + 100))).toHaveLength(BOUND.lines)
    expect(textsOf(`<p>${'word '.repeat(10_000)}</p>`)[0]?.length).toBe(4_000)
  })
})

it('a line may have a mark at the end, and a large element is not a button', () => {
  const [yes, no, none] = linesOf('<p>Backups ✓</p><p>API <b>✕</b></p><p>5 × 5</p>')
  expect(yes).toMatchObject({ text: 'Backups', mark: 'yes' })
  expect(no).toMatchObject({ text: 'API', mark: 'no' })
  expect(none).toMatchObject({ text: '5 × 5', mark: null })
  const bullets = Array.from({ length: 8 }, (_, n) => `<i>${n}</i>`).join('')
  const [small, large] = linesOf(
    `<div class="btn">Go</div><div class="card__btn-two"><p>Pro</p>${bullets}</div>`,
  )
  expect([small?.isButton, large?.isButton]).toEqual([true, false])
})
