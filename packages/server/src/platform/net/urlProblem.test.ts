import { describe, expect, it } from 'vitest'
import { urlProblem } from './urlProblem.ts'

const problem = (url: string, allowPrivate = false) => urlProblem(new URL(url), { allowPrivate })
const PRIVATE = 'must not be a private, loopback or otherwise special address'

describe('a URL', () => {
  it.each(['https://shop.example/hooks?x=1', 'http://8.8.8.8:8080/', 'https://[2606:4700::1111]/'])(
    'is accepted: %s',
    (url) => expect(problem(url)).toBeNull(),
  )

  it.each([
    'ftp://a.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
    'gopher://a',
  ])('is refused for its scheme, even if private hosts are allowed: %s', (url) => {
    expect(problem(url)).toBe('must be an http or https URL')
    expect(problem(url, true)).toBe('must be an http or https URL')
  })

  it('is refused with credentials', () => {
    expect(problem('https://user:pw@a.example')).toBe('must have no credentials')
    expect(problem('https://user@a.example', true)).toBe('must have no credentials')
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://①②⑦.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3:8080/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
  ])('is refused for its host, unless private hosts are allowed: %s', (url) => {
    expect(problem(url)).toBe(PRIVATE)
    expect(problem(url, true)).toBeNull()
  })

  it('may have a name that only looks like a local one', () => {
    expect(problem('https://localhost.example/')).toBeNull()
    expect(problem('https://notlocalhost/')).toBeNull()
  })
})
