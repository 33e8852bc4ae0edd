import { describe, expect, it } from 'vitest'
import { linesIn } from '../page/PageLine.ts'
import { cardHtml, readTestPage } from '../testing/readTestPage.ts'
import { findCards } from './findCards.ts'

/** The groups of a page, each card as its first words. */
const groupsOf = (html: string): string[][] => {
  const { page, model } = readTestPage(html)
  return findCards(model, page.body).map(({ cards }) =>
    cards.map((card) => linesIn(model, card)[0]?.text ?? ''),
  )
}
const plans = cardHtml('Free', '$0', 'a', 'b') + cardHtml('Pro', '$9/mo', 'a', 'b')

describe('the cards of a page', () => {
  it('are found at any depth and with two prices each', () => {
    expect(groupsOf(`<main><div><div>${plans}</div></div></main>`)).toEqual([['Free', 'Pro']])
    const two = (name: string) =>
      cardHtml(name, '<p class="m">$9/mo</p><p class="y">$90/year</p>', 'a', 'b')
    expect(groupsOf(`<div>${two('Pro')}${two('Team')}</div>`)).toEqual([['Pro', 'Team']])
  })

  it('may be wrapped one by one or in rows', () => {
    const cell = (html: string) => `<div class="col">${html}</div>`
    expect(
      groupsOf(
        `<div>${cell(cardHtml('Free', '$0', 'a'))}${cell(cardHtml('Pro', '$9/mo', 'a'))}</div>`,
      ),
    ).toEqual([['Free', 'Pro']])
    const rows = `<div><div class="row">${plans}</div><div class="row">${cardHtml('Team', '$29/mo', 'a', 'b')}</div></div>`
    expect(groupsOf(rows)).toEqual([['Free', 'Pro'], ['Team']])
  })

  it('may have the class of their plan, or be items of one list', () => {
    const cardIn = (tag: string, name: string) =>
      `<${tag} class="${name}"><h3>${name}</h3><p>$9/mo</p><ul><li>a<li>b</ul></${tag}>`
    expect(groupsOf(`<div>${cardIn('section', 'Basic')}${cardIn('section', 'Pro')}</div>`)).toEqual(
      [['Basic', 'Pro']],
    )
    expect(groupsOf(`<ul>${cardIn('li', 'Basic')}${cardIn('li', 'Pro')}</ul>`)).toEqual([
      ['Basic', 'Pro'],
    ])
  })

  it('are not questions, quotes or prose', () => {
    expect(
      groupsOf(
        '<div><p>What does it cost?</p><p>It is $9 a month for most of our happy customers, and less for some others.</p></div>',
      ),
    ).toEqual([])
    expect(
      groupsOf(
        `<div>${'<blockquote><p>“Saved us $500”</p><p>Ann</p></blockquote>'.repeat(3)}</div>`,
      ),
    ).toEqual([])
  })

  it('may be a single card, or include a separate enterprise block', () => {
    expect(groupsOf(`<section>${cardHtml('Cloud', '$0', 'a', 'b')}</section><p>x</p>`)).toEqual([
      ['Cloud'],
    ])
    const block =
      '<section><h2>Enterprise</h2><p>For many</p><a class="btn">Contact sales</a></section>'
    expect(groupsOf(`<div>${plans}</div>${block}`)).toEqual([['Free', 'Pro'], ['Enterprise']])
    expect(groupsOf(`<div>${plans}</div>${block.replace('Enterprise', 'Questions')}`)).toEqual([
      ['Free', 'Pro'],
    ])
  })

  it('may be a single card with similar elements as bullets, but not a form', () => {
    const feats = '<div class="f">a</div><div class="f">b</div><div class="f">c</div>'
    const alone = `<section><p>Available now</p><p>Explore</p><h2>$0</h2><a class="btn" href="#">Go</a><div>${feats}</div></section>`
    expect(groupsOf(alone)).toEqual([['Available now']])
    expect(groupsOf(alone.replaceAll('div class', 'label class'))).toEqual([])
  })

  it('may be in another section if they are built like the plans', () => {
    const shell = (card: string, around = 'apart'): string =>
      `<section><h2>Others</h2><div class="${around}"><div class="card">${card}</div></div></section>`
    const apps = '<h3>Apps</h3><p>One app</p><p>$25/mo</p><a class="btn" href="#">Buy</a>'
    expect(groupsOf(`<div>${plans}</div>${shell(apps)}`)).toHaveLength(2)
    expect(
      groupsOf(`<div>${plans}</div>${shell(apps).replace('"card"', '"teaser"')}`),
    ).toHaveLength(1)
  })

  it('are not answers to questions', () => {
    const faq = `<section><h2>Before you buy</h2>${'<details><summary>Is it safe?</summary><p>Yes</p></details>'.repeat(2)}<ul><li>a<li>b</ul><a class="btn" href="#">Buy for $9</a></section>`
    expect(groupsOf(`<div>${plans}</div>${faq}`)).toEqual([['Free', 'Pro']])
  })

  it('may be lines with a name and a price, if there is nothing else', () => {
    expect(groupsOf('<div><p>Basic: $150 once</p><p>Premium: $300 once</p></div>')).toEqual([
      ['Basic: $150 once', 'Premium: $300 once'],
    ])
  })

  it('are not the goods of a shop', () => {
    expect(
      groupsOf(
        `<div>${Array.from({ length: 60 }, (_, i) => cardHtml(`T-shirt ${i}`, '$9', 'a')).join('')}</div>`,
      ),
    ).toEqual([])
  })
})
