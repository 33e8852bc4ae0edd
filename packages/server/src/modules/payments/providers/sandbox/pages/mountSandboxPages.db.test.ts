import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../../test/harness/app/testApp.ts'
import { createSandboxFormStarter } from '../../../../../../test/harness/browser/sandboxForms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('the full page cannot be framed, and no page loads third-party content', async () => {
  const policies = await Promise.all(
    ['form', 'frame', 'challenge', 'challenge?view=frame'].map(async (path) => {
      const { headers } = await fetch(`${app.url}/sandbox/${path}`)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).not.toContain('unsafe')
      return policy.split('; ').at(-1)
    }),
  )
  expect(policies).toEqual([
    "frame-ancestors 'none'",
    'frame-ancestors *',
    "frame-ancestors 'none'",
    'frame-ancestors *',
  ])
})

it('the surrounding page can set the color scheme and nothing else', async () => {
  const schemes = [
    'frame',
    'frame?scheme=dark',
    'challenge?view=frame&scheme=light',
    'frame?scheme="x',
  ]
  const rendered = await Promise.all(
    schemes.map(async (path) => {
      const text = await (await fetch(`${app.url}/sandbox/${path}`)).text()
      return /<html[^>]*data-scheme="([^"]*)"/.exec(text)?.[1]
    }),
  )
  expect(rendered).toEqual(['auto', 'dark', 'light', 'auto'])
})

describe('the endpoints of the pages', () => {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${app.url}/sandbox/intents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      cache: response.headers.get('cache-control'),
      body: (await response.json()) as { error?: { code: string; requestId: string } },
    }
  }

  it('reject a forged secret', async () => {
    const card = { behaviour: 'success', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }
    const clientSecret = 'sbsi_1_secret_forged'
    for (const [path, more] of [
      ['read', {}],
      ['confirm', card],
      ['challenge', { answer: 'approve' }],
    ] as const) {
      const { status, body, cache } = await post(path, { clientSecret, ...more })
      expect([path, status, body.error?.code, cache]).toEqual([path, 404, 'not_found', 'no-store'])
      expect(body.error?.requestId).toBeTruthy()
    }
  })

  it('reject a card number', async () => {
    const { token, readStatus } = await createSandboxFormStarter(app).setup()
    const { status, body } = await post('confirm', {
      clientSecret: token,
      number: '4242424242424242',
      behaviour: 'success',
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
    })
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
    expect(await readStatus()).toBe('requires_method')
    expect(app.logs.join('\n')).not.toContain('4242424242424242')
  })
})
