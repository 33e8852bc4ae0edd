import { describe, expect, it } from 'vitest'
import { robotsAllow } from './robotsAllow.core.ts'

const asks = (robots: string, path = '/pricing') => robotsAllow(robots, 'Purser', path)

describe('robots.txt', () => {
  it.each([
    ['', true],
    ['User-agent: *\nDisallow:', true],
    ['User-agent: *\nDisallow: /', false],
    ['User-agent: *\r\nDisallow: /pricing # not for you', false],
    ['User-agent: *\rDisallow: /admin', true],
    ['Disallow: /', true],
    ['nonsense\n: :\nUser-agent: *\nDisallow: /pric', false],
    // A group that names the program replaces the groups for all.
    ['User-agent: *\nDisallow: /\n\nUser-agent: purser\nAllow: /', true],
    ['User-agent: *\nAllow: /\n\nuser-AGENT: PURSER/2.0\nDisallow: /', false],
    ['User-agent: Googlebot\nUser-agent: Purser\nDisallow: /', false],
    ['User-agent: Googlebot\nDisallow: /', true],
    ['User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /pricing', false],
    // The longest rule wins, and `Allow` wins a tie.
    ['User-agent: *\nDisallow: /\nAllow: /pricing', true],
    ['User-agent: *\nAllow: /\nDisallow: /pricing', false],
    ['User-agent: *\nDisallow: /pricing\nAllow: /pricing', true],
    ['User-agent: *\nAllow: /pricing\nDisallow: /pricing', true],
  ])('with the content %j allows /pricing: %s', (robots, allowed) => {
    expect(asks(robots)).toBe(allowed)
  })

  it.each([
    ['/*/pricing', '/en/pricing', false],
    ['/*/pricing', '/pricing', true],
    ['/pricing$', '/pricing', false],
    ['/pricing$', '/pricing/eu', true],
    ['/*.php$', '/prices.php', false],
    ['/*.php$', '/prices.php?x=1', true],
    ['/*?plan=', '/prices?plan=pro', false],
    ['/a*b*c$', '/a-b-c', false],
    ['/a*b*c$', '/a-c', true],
    ['/ab*b$', '/ab', true],
  ])('that disallows %s allows %s: %s', (rule, path, allowed) => {
    expect(asks(`User-agent: *\nDisallow: ${rule}`, path)).toBe(allowed)
  })

  it('is matched in linear time, even with many stars', () => {
    const rule = `/${'a*'.repeat(20_000)}b`
    expect(asks(`User-agent: *\nDisallow: ${rule}`, `/${'a'.repeat(100_000)}`)).toBe(true)
  })
})
