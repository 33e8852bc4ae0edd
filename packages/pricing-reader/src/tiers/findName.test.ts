import { describe, expect, it } from 'vitest'
import { linesIn } from '../page/PageLine.ts'
import { readTestPage } from '../testing/readTestPage.ts'
import { findName } from './findName.ts'

const nameOf = (html: string): string | undefined => {
  const { model, find } = readTestPage(`<div id="card">${html}</div>`)
  return findName(find('card'), linesIn(model, find('card')), model.hints)?.name
}

describe('the name of a card', () => {
  it.each([
    ['<p>Most popular</p><p>For teams</p><h3>⚡ Pro</h3><p>$9/mo</p>', 'Pro'],
    ['<div>$9/mo</div><h3>Team</h3><ul><li>a</li></ul>', 'Team'],
    [
      '<div class="card-title">Hobbyist</div><div>Free</div><h4>Features</h4><ul><li>a</li></ul>',
      'Hobbyist',
    ],
    ['<p>Free</p><p>Try it</p><p>$0</p>', 'Free'],
    ['<p>🚀 COMING SOON</p><p>Pro</p><p>$5 / month</p>', 'Pro'],
    ['<p>Start — $200</p><p>One page</p>', 'Start'],
    [
      '<p>Monthly</p><p>For regular users</p><p>$9</p><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>',
      'Monthly',
    ],
    ['<h3>Lifetime</h3><p>$99 once</p>', 'Lifetime'],
    ['<h3>Custom</h3><p>Contact us</p><p>For the largest</p>', 'Custom'],
    ['<p class="plan-name">Start</p><h2>Free</h2><h6>15 credits</h6>', 'Start'],
    ['<h3>Basic $9/mo</h3><ul><li>a</li></ul>', 'Basic'],
    ['<h3>Only $9/mo</h3><ul><li>a</li></ul>', undefined],
    ['<p>Best</p><h3>Personal</h3><p>$9</p>', 'Personal'],
    ['<p>Business</p><h3>Book a demo</h3><p>On request</p>', 'Business'],
    ['<h5>Custom plan</h5><h6>Start now</h6><p>On request</p>', 'Custom plan'],
    ['<h1>$ 6.3</h1><p>user/mo</p><p>Basic</p>', 'Basic'],
    ['<p>USD</p><p>Basic</p><p>$9</p>', 'Basic'],
    ['<p>ECONOMIZE 17%</p><p>Basic</p><p>$9</p>', 'Basic'],
    ['<p>$9</p><p>par mois · sans engagement</p><p>Basic</p>', 'Basic'],
    ['<p>per application</p><p>Bravo</p><p>$9</p>', 'Bravo'],
    [
      '<div><span class="badge">Start here</span></div><div class="plan-tier">Pro</div><p>$9</p>',
      'Pro',
    ],
    ['<p>FREE</p><p>0</p><p>For you, forever</p>', 'FREE'],
    ['<p>Monthly</p><p>$9</p>', undefined],
    ['<p>Annual</p><h2>$90</h2><ul><li>a<li>b<li>c<li>d<li>e</ul>', 'Annual'],
    ['<h2>Simple pricing</h2><p>$9</p>', undefined],
    ['<h2>How much is it?</h2><p>$9</p>', undefined],
  ])('with the HTML %s is %s', (html, name) => {
    expect(nameOf(html)).toBe(name)
  })
})
