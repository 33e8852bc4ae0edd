import type { Database, Tx } from '../../../../../platform/db/database.ts'
import type { ClientEnvelope, PaymentOutcome, ProviderMethod } from '../../../provider.ts'
import { KeyReused } from '../answerOnce.ts'
import { clientSecretOf } from '../forms/clientSecret.core.ts'
import { findMethod, type Method } from '../methods/methods.sql.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Intent } from './intents.sql.ts'

type ActionRequired = Extract<PaymentOutcome, { kind: 'requires_action' }>

/** An outcome as it is kept: without the client secret, which is never stored. */
export type StoredOutcome = Exclude<PaymentOutcome, ActionRequired> | Omit<ActionRequired, 'client'>

/** How a payment stands. */
export async function storedOutcomeOf(db: Database | Tx, intent: Intent): Promise<StoredOutcome> {
  const { id: providerPaymentId, environmentId, status, error, methodId } = intent
  switch (status) {
    case 'succeeded': {
      const method = methodId === null ? null : await findMethod(db, environmentId, methodId)
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

/** The same with what a browser needs to go on. */
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
    // After the #, so that it reaches no server and no log.
    url: uiMode === 'hosted' ? `${publicUrl}/sandbox/form#${token}` : null,
  }
}

/** A method that is still its customer's. */
export const providerMethodOf = ({
  id,
  ownerId,
  card,
  isDetached,
}: Method): ProviderMethod | null => {
  if (isDetached) return null
  const { last4, brand, expMonth, expYear } = card
  return {
    providerMethodId: id,
    providerCustomerId: ownerId,
    type: 'card',
    card: { last4, brand, expMonth, expYear },
  }
}

/** Whatever went wrong while money was asked for: refused as such, or not known. */
export function outcomeOfError(error: unknown): PaymentOutcome {
  if (error instanceof KeyReused) {
    return { kind: 'rejected', code: error.code, message: error.message }
  }
  return { kind: 'unknown', cause: error instanceof Error ? error.message : 'It did not answer.' }
}
