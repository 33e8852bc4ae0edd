import type { Database, Tx } from '../../../../../platform/db/database.ts'
import type { ClientEnvelope, PaymentOutcome, ProviderMethod } from '../../../provider.ts'
import { KeyReused } from '../answerOnce.ts'
import { clientSecretOf } from '../forms/clientSecret.core.ts'
import { findSandboxMethod, type SandboxMethod } from '../methods/methods.sql.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Intent } from './intents.sql.ts'

type ActionRequired = Extract<PaymentOutcome, { kind: 'requires_action' }>

/** An outcome without the client secret, which is never stored. */
export type StoredOutcome = Exclude<PaymentOutcome, ActionRequired> | Omit<ActionRequired, 'client'>

export async function storedOutcomeOf(db: Database | Tx, intent: Intent): Promise<StoredOutcome> {
  const { id: providerPaymentId, environmentId, status, error, methodId } = intent
  switch (status) {
    case 'succeeded': {
      const method = methodId === null ? null : await findSandboxMethod(db, environmentId, methodId)
      return { kind: 'succeeded', providerPaymentId, method: method && providerMethodOf(method) }
    }
    case 'failed':
      return {
        kind: 'declined',
        providerPaymentId,
        code: error?.code ?? 'generic_decline',
        message: error?.message ?? 'The card was declined.',
        isRetryable: error?.isRetryable ?? false,
      }
    case 'canceled':
      return { kind: 'canceled', providerPaymentId }
    default:
      return { kind: 'requires_action', providerPaymentId }
  }
}

/** Adds the data with which a browser continues. */
export function withClient(sandbox: Sandbox, outcome: StoredOutcome): PaymentOutcome {
  if (outcome.kind !== 'requires_action') return outcome
  return { ...outcome, client: clientOf(sandbox, outcome.providerPaymentId, 'embedded') }
}

export const clientOf = (
  { environmentId, encryptionKey, publicUrl }: Sandbox,
  id: string,
  uiMode: 'embedded' | 'hosted',
): ClientEnvelope => {
  const token = clientSecretOf({ environmentId, id }, encryptionKey)
  return {
    provider: 'sandbox',
    token,
    publishableKey: null,
    // The token is in the fragment, so that it reaches no server and no log.
    url: uiMode === 'hosted' ? `${publicUrl}/sandbox/form#${token}` : null,
  }
}

/** Returns null for a detached method. */
export const providerMethodOf = ({
  id,
  ownerId,
  card,
  isDetached,
}: SandboxMethod): ProviderMethod | null => {
  if (isDetached) return null
  const { last4, brand, expMonth, expYear } = card
  return {
    providerMethodId: id,
    providerCustomerId: ownerId,
    type: 'card',
    card: { last4, brand, expMonth, expYear },
  }
}

/** Maps an error to an outcome: a reused key is rejected, everything else is unknown. */
export function outcomeOfError(error: unknown): PaymentOutcome {
  if (error instanceof KeyReused) {
    return { kind: 'rejected', code: error.code, message: error.message }
  }
  return { kind: 'unknown', cause: error instanceof Error ? error.message : 'It did not answer.' }
}
