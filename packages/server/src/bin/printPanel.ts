import { styleText } from 'node:util'
import type { Config } from '../platform/config.ts'
import type { Credentials } from './credentials.ts'

/** What a newcomer needs to make the first call. */
export function printPanel(
  config: Config,
  credentials: Credentials,
  print: (line: string) => void,
): void {
  const label = (text: string) => styleText('dim', text.padEnd(17))
  const row = (name: string, value: string) => print(`  ${label(name)} ${value}`)
  print('')
  print(`  ${styleText('bold', 'Purser')} ${styleText('dim', 'is running')}`)
  print('')
  row('API', styleText('cyan', credentials.baseUrl))
  row('Reference', styleText('cyan', credentials.docsUrl))
  row('OpenAPI', styleText('cyan', credentials.openapiUrl))
  row('Data', config.dataDir)
  print('')
  row('Sandbox secret', credentials.secretKey)
  row('Publishable', credentials.publishableKey)
  print('')
  if (credentials.portalUrl && credentials.pricingUrl && credentials.onboardingUrl) {
    row('Pricing page', styleText('cyan', credentials.pricingUrl))
    row('Portal', styleText('cyan', credentials.portalUrl))
    row('Onboarding', styleText('cyan', credentials.onboardingUrl))
    print('')
  }
  print(`  ${styleText('dim', 'Try it:')}`)
  print('')
  print(`  ${styleText('green', credentials.curl)}`)
  print('')
  print(`  ${styleText('dim', 'Ctrl-C stops everything; the data stays.')}`)
  print('')
}
