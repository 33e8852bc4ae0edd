import type { App } from '../app.ts'
import { callApp } from './callApp.ts'
import type { DemoKeys, DemoLinks } from './credentials.ts'

const A_DAY = 86_400

/** Links to the pages of the demo merchant, or null when its customer or product is not there. */
export async function demoLinks(
  app: App,
  { secretKey, publishableKey }: DemoKeys,
  publicUrl: string,
): Promise<DemoLinks | null> {
  const body = { customerId: 'cus_lumen', expiresInSeconds: A_DAY }
  const session = await callApp<{ url: string }>(
    app,
    secretKey,
    'POST /v1/portal/sessions',
    body,
  ).catch(() => null)
  if (!session) return null
  const pricingUrl = `${publicUrl}/pricing/pixelmill?key=${publishableKey}`
  const onboardingUrl = `${publicUrl}/onboarding#key=${secretKey}`
  return { portalUrl: session.url, pricingUrl, onboardingUrl }
}
