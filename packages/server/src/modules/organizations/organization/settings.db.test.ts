import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const pathsOf = async (body: unknown) => {
  const { status, details } = await app.fails('updateOrganization', { body })
  expect(status).toBe(400)
  return (details as { path: string }[]).map(({ path }) => path).sort()
}
const branding = (key: string) => app.ok('getBranding', { key })

describe('the settings of an environment', () => {
  it('change only in the given fields', async () => {
    const before = await app.ok('getOrganization')
    app.clock.advance({ minutes: 1 })
    const changes = {
      name: 'Acme <img onerror=x>',
      logo: 'https://acme.example/logo.svg',
      website: 'http://acme.example',
      branding: { accentColor: '#0f766e', fonts: ['Inter'] },
      defaultCurrency: 'kwd',
      timezone: 'Asia/Kuwait',
    }
    const updatedAt = app.clock.now().toISOString()
    const after = await app.ok('updateOrganization', { body: changes })
    expect(after).toEqual({ ...before, ...changes, updatedAt })
    expect(await app.ok('getOrganization')).toEqual(after)
    expect(await app.ok('updateOrganization', { body: { logo: null, branding: null } })).toEqual({
      ...after,
      logo: null,
      branding: null,
    })
    expect(await app.ok('updateOrganization', { body: {} })).toMatchObject({ name: changes.name })
  })

  it('contain the seller and the action at the end of dunning', async () => {
    const before = await app.ok('getOrganization')
    expect(before).toMatchObject({ seller: null, dunningEnd: 'cancel' })
    const seller = {
      legalName: 'Acme Software GmbH',
      address: ['Torstraße 1', '10119 Berlin', 'Germany'],
      taxId: 'DE811907980',
      email: 'billing@acme.example',
      footer: 'IBAN DE02 1203 0000 0000 2020 51',
    }
    const after = await app.ok('updateOrganization', {
      body: { seller, dunningEnd: 'uncollectible' },
    })
    expect(after).toMatchObject({ seller, dunningEnd: 'uncollectible' })
    expect(await app.ok('updateOrganization', { body: { name: 'Acme' } })).toMatchObject({
      seller,
      dunningEnd: 'uncollectible',
    })
    const short = await app.ok('updateOrganization', { body: { seller: { legalName: 'A' } } })
    expect(short).toMatchObject({
      seller: { legalName: 'A', address: [], taxId: null, email: null, footer: null },
    })
    expect(await pathsOf({ seller: {}, dunningEnd: 'never' })).toEqual([
      'dunningEnd',
      'seller.legalName',
    ])
    expect(
      await pathsOf({ seller: { legalName: 'A', address: Array(7).fill('x'), vat: 1 } }),
    ).toEqual(['seller.address', 'seller.vat'])
    const cleared = { seller: null, dunningEnd: 'cancel' }
    expect(await app.ok('updateOrganization', { body: cleared })).toMatchObject(cleared)
    expect(await app.ok('getOrganization', { key: app.live.keys.full })).toMatchObject(cleared)
  })

  it('are rejected with a list of all problems', async () => {
    expect(
      await pathsOf({
        name: '',
        logo: 'javascript:alert(1)',
        website: 'acme.example',
        branding: [],
        defaultCurrency: 'KWD',
        timezone: 1,
        plan: 'free',
      }),
    ).toEqual(['branding', 'defaultCurrency', 'logo', 'name', 'plan', 'timezone', 'website'])
    expect(await pathsOf({ defaultCurrency: 'zzz', timezone: 'Mars/Olympus' })).toEqual([
      'defaultCurrency',
      'timezone',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//acme.example',
    'https://user:pw@acme.example',
    'https://',
    '',
  ])('reject the address %j', async (address) => {
    expect(await pathsOf({ logo: address, website: address })).toEqual(['logo', 'website'])
  })

  it.each(['xau', 'xxx', 'btc'])('reject the currency %s', async (defaultCurrency) => {
    expect(await pathsOf({ defaultCurrency })).toEqual(['defaultCurrency'])
  })

  it.each(['+02:00', '-0500', 'Europe/Nowhere', ''])(
    'reject the time zone %j',
    async (timezone) => {
      expect(await pathsOf({ timezone })).toEqual(['timezone'])
    },
  )

  it('are separate from the other environment and from other merchants', async () => {
    const untouched = [app.live, app.other.sandbox, app.other.live].map(({ keys }) => keys.full)
    const read = () => Promise.all(untouched.map((key) => app.ok('getOrganization', { key })))
    const before = await read()
    await app.ok('updateOrganization', {
      body: { name: 'Only here', website: 'https://only.example', defaultCurrency: 'jpy' },
    })
    expect(await read()).toEqual(before)
    expect(await app.ok('getOrganization')).toMatchObject({ name: 'Only here' })
  })
})

describe('branding', () => {
  it('is readable with a publishable key and contains only public fields', async () => {
    await app.ok('updateOrganization', {
      body: { name: 'Shop', logo: 'https://shop.example/a.png', branding: { accent: 'red' } },
    })
    const { website } = await app.ok('getOrganization')
    expect(await branding(app.sandbox.keys.publishable)).toEqual({
      name: 'Shop',
      logo: 'https://shop.example/a.png',
      website,
      branding: { accent: 'red' },
    })
    expect(await branding(app.live.keys.publishable)).toMatchObject({ name: 'Acme' })
    expect(await branding(app.other.sandbox.keys.publishable)).toMatchObject({ name: 'Other' })
  })

  it('is sent again only if it has changed', async () => {
    const key = app.sandbox.keys.publishable
    const first = await app.call('getBranding', { key })
    const etag = first.headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    expect((await app.call('getBranding', { key, headers })).status).toBe(304)
    await app.ok('updateOrganization', { body: { name: 'Shop, renamed' } })
    const changed = await app.call('getBranding', { key, headers })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Shop, renamed' } })
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('requires a key, and settings require a secret key', async () => {
    expect((await app.fails('getBranding', { key: null })).status).toBe(401)
    const key = app.sandbox.keys.publishable
    expect((await app.fails('getOrganization', { key })).status).toBe(403)
    const change = await app.fails('updateOrganization', { key, body: { name: 'Mallory' } })
    expect(change.status).toBe(403)
    expect(await app.ok('getOrganization')).not.toMatchObject({ name: 'Mallory' })
  })
})
