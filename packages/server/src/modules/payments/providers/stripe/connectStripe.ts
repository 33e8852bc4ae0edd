import Stripe from 'stripe'
import { invalidRequest } from '../../../../kernel/errors.ts'
import type { PaymentProvider, ProviderAccount } from '../../provider.ts'
import type { StripeConnection, StripeOptions } from './connection.ts'
import { createStripeHttpClient } from './createStripeHttpClient.ts'
import { disputesAt } from './disputes.ts'
import { formsAt } from './forms.ts'
import { findKeyProblems } from './keys.core.ts'
import { methodsAt } from './methods.ts'
import { paymentsAt } from './payments.ts'
import { refundsAt } from './refunds.ts'
import { webhooksAt } from './webhooks/readWebhook.ts'

/** Pinned, because a new SDK brings a newer version. Read its changelog before raising this. */
const API_VERSION = '2026-10-28.endive'

/** Longer than a slow bank takes, and shorter than a customer waits for a page. */
const DEFAULT_TIMEOUT_MS = 30_000

export function connectStripe(account: ProviderAccount, options: StripeOptions): PaymentProvider {
  const { credentials, environment, environmentId } = account
  if (!credentials) throw invalidRequest([{ path: 'secretKey', message: 'is required for Stripe' }])
  const problems = findKeyProblems(credentials, environment)
  if (problems.length > 0) throw invalidRequest(problems)
  const connection: StripeConnection = {
    client: new Stripe(credentials.secretKey, {
      apiVersion: API_VERSION,
      timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      // Purser decides from its own records when to retry, and with which key.
      maxNetworkRetries: 0,
      httpClient: createStripeHttpClient(options.wait),
      telemetry: false,
      appInfo: { name: 'Purser' },
      ...options.address,
    }),
    environmentId,
    publishableKey: credentials.publishableKey,
    webhookSecret: credentials.webhookSecret,
  }
  return {
    id: 'stripe',
    ...formsAt(connection),
    ...paymentsAt(connection),
    ...methodsAt(connection),
    ...refundsAt(connection),
    ...disputesAt(connection),
    ...webhooksAt(connection),
  }
}
