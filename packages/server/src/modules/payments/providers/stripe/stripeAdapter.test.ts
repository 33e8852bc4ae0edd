import { describe, expect, it } from 'vitest'
import { PurserError } from '../../../../kernel/errors.ts'
import type { ProviderCredentials } from '../../provider.ts'
import { createStripeAdapter } from './index.ts'
import { STRIPE_ACCOUNT, STRIPE_KEYS } from './testing/makeStripeBench.ts'

const LIVE_KEYS = {
  secretKey: 'sk_live_51Fake',
  publishableKey: 'pk_live_51Fake',
  webhookSecret: 'whsec_Fake',
}

async function refusal(environment: 'sandbox' | 'live', credentials: ProviderCredentials | null) {
  try {
    await createStripeAdapter().connect({ ...STRIPE_ACCOUNT, environment, credentials })
  } catch (error) {
    if (error instanceof PurserError) return error
    throw error
  }
  return null
}

describe('connecting to Stripe', () => {
  it('accepts test keys in sandbox and live keys in live', async () => {
    expect(await refusal('sandbox', STRIPE_KEYS)).toBeNull()
    expect(await refusal('live', LIVE_KEYS)).toBeNull()
  })

  it.each([
    ['sandbox', LIVE_KEYS],
    ['live', STRIPE_KEYS],
  ] as const)('refuses keys of the other environment in %s', async (environment, keys) => {
    expect(await refusal(environment, keys)).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'secretKey' }, { path: 'publishableKey' }],
    })
  })

  it('requires keys', async () => {
    expect(await refusal('sandbox', null)).toMatchObject({ code: 'invalid_request' })
  })

  it('does not repeat a refused key', async () => {
    const keys = { ...STRIPE_KEYS, secretKey: 'sk_live_Canary', webhookSecret: 'Canary' }
    const error = await refusal('sandbox', keys)
    expect(error).not.toBeNull()
    expect(JSON.stringify([error?.message, error?.details])).not.toContain('Canary')
  })
})
