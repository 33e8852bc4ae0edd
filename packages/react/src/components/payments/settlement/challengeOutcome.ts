import { PurserError, type SettlementOutcome } from '@purser/contract/client'

interface Due {
  readonly amount: number
  readonly currency: string
}

/**
 * Returns the outcome to complete if the customer's bank must confirm a charge (402
 * `authentication_required`); null for every other error.
 */
export function challengeOutcome(error: unknown, due: Due): SettlementOutcome | null {
  if (!(error instanceof PurserError) || error.code !== 'authentication_required') return null
  const details = asRecord(error.details)
  const client = asRecord(details.client)
  const { provider, token, publishableKey } = client
  if (typeof provider !== 'string' || typeof token !== 'string') return null
  return {
    kind: 'requires_form',
    client: {
      provider,
      token,
      publishableKey: typeof publishableKey === 'string' ? publishableKey : null,
      url: null,
    },
    checkoutSessionId: null,
    ...due,
    subscriptionId: typeof details.subscriptionId === 'string' ? details.subscriptionId : null,
    invoiceId: typeof details.invoiceId === 'string' ? details.invoiceId : null,
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
