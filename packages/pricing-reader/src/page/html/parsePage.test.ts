import { describe, expect, it } from 'vitest'
import { walk } from '../PageNode.ts'
import { parsePage } from './parsePage.ts'

const shownOf = (html: string): string => {
  const page = parsePage(html)
  return page
    ? [...walk(page.body)]
        .filter(({ isHidden }) => !isHidden)
        .map(({ text }) => text)
        .join('')
    : ''
}

describe('a page', () => {
  it('is split into visible and invisible parts', () => {
    const page = parsePage(`<html lang="pt-BR"><head><title> Acme – Pricing </title>
      <meta property="og:site_name" content="Acme"></head>
      <body><p>x</p><script id="s" type="APPLICATION/LD+JSON">{"a":1}</script><template>t</template></body>`)
    expect(page).toMatchObject({
      lang: 'pt-br',
      title: 'Acme – Pricing',
      scripts: [{ id: 's', type: 'application/ld+json', text: '{"a":1}' }],
    })
    expect(page?.metas.get('og:site_name')).toBe('Acme')
    expect(
      page
        ? [...walk(page.body)]
            .map(({ text }) => text)
            .join('')
            .trim()
        : '',
    ).toBe('x')
  })

  it.each([
    ['<p hidden>a</p>b', 'b'],
    ['<p style="display: none">a</p>b', 'b'],
    ['<p class="d-none">a</p><p class="d-none d-md-block">b</p>', 'b'],
    ['<p class="hidden">a</p><p class="hidden md:flex">b</p>', 'b'],
    ['<span class="sr-only">a</span>b', 'b'],
    ['<span class="tooltip">b<span class="tooltiptext">a</span></span>', 'b'],
    ['b<span role="tooltip">a</span>', 'b'],
    ['<span role="tooltip" aria-label="a">b</span>', 'b'],
    ['<div style="visibility:hidden"><b>a</b></div>b<noscript>c</noscript>', 'b'],
  ])('shows only the visible part of %s', (html, text) => {
    expect(shownOf(html)).toBe(text)
  })

  it('counts similar siblings', () => {
    const page = parsePage('<p class="f">a</p><p class="f">b</p><p>c</p>')
    expect(page?.body.children.map(({ alike }) => alike)).toEqual([2, 2, 1])
  })

  it('recognizes tags and common classes for struck-through text', () => {
    const struck =
      '<del>1</del><b class="price-old">2</b><b class="pricing-original">3</b><b class="bold">4</b>'
    expect(parsePage(struck)?.body.children.map(({ isStruck }) => isStruck)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('is rejected if it is nested too deeply or an element has too many attributes', () => {
    expect(parsePage('<div>'.repeat(5_000))).toBeNull()
    expect(
      parsePage(`<div ${Array.from({ length: 3_000 }, (_, i) => `a${i}`).join(' ')}>`),
    ).toBeNull()
    expect(
      parsePage(Array.from({ length: 3_000 }, (_, i) => `<p><font size=${i}>x</p>`).join('')),
    ).toBeNull()
  })

  it.each(['', '<', '<a', '<a b="', '<table><tr><p>x', '\u0000<!doctype', '</body></html><p>'])(
    'may be any text: %j',
    (html) => {
      expect(parsePage(html)?.body.tag).toBe('body')
    },
  )
})
