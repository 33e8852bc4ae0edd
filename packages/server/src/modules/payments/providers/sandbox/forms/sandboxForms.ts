import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import { recordIntentEvents } from '../events/recordEvent.ts'
import { findSandboxMethod, insertSandboxMethod } from '../methods/methods.sql.ts'
import {
  decideCardOutcome,
  FAILED_CHALLENGE,
  type Refusal,
  type StoredCard,
} from '../methods/testCards.core.ts'
import {
  findIntentById,
  findMerchantName,
  type Intent,
  lockIntent,
  saveIntent,
} from '../payments/intents.sql.ts'
import { sandboxId } from '../sandboxId.ts'
import { intentIdOf, isClientSecretOf } from './clientSecret.core.ts'

/** An intent as the form shows it. */
export interface SandboxIntent {
  id: string
  environmentId: string
  kind: 'setup' | 'payment'
  /** `failed` is an off-session charge that has ended: the form has nothing left to fill in. */
  status: 'requires_method' | 'requires_challenge' | 'succeeded' | 'failed' | 'canceled'
  amount: number | null
  currency: string | null
  description: string | null
  /** The card that waits for its challenge. */
  card: { brand: string; last4: string } | null
  /**
   * The reason why the last card was refused. Another card can be tried while the status is
   * `requires_method`.
   */
  lastError: { code: string; message: string } | null
  successUrl: string | null
  cancelUrl: string | null
  merchantName: string
}

/** The actions of a browser with a client secret. They return null if the secret is not valid. */
export interface SandboxForms {
  findIntent(clientSecret: string): Promise<SandboxIntent | null>
  /**
   * Submits a card. Does nothing unless the status is `requires_method`, so a second click is
   * harmless.
   */
  confirmIntent(clientSecret: string, card: StoredCard, now: Date): Promise<SandboxIntent | null>
  /** Answers the bank's challenge. Does nothing unless a challenge is open. */
  answerChallenge(
    clientSecret: string,
    answer: 'approve' | 'fail',
    now: Date,
  ): Promise<SandboxIntent | null>
}

export function createSandboxForms(db: Database, encryptionKey: Uint8Array): SandboxForms {
  const open = async (at: Database | Tx, clientSecret: string): Promise<Intent | null> => {
    const id = intentIdOf(clientSecret)
    const intent = id === null ? null : await findIntentById(at, id)
    return intent && isClientSecretOf(intent, clientSecret, encryptionKey) ? intent : null
  }

  /** Changes an intent if it has the given status, and leaves it unchanged otherwise. */
  const change = (
    clientSecret: string,
    status: Intent['status'],
    step: (tx: Tx, intent: Intent) => Promise<Intent>,
    now: Date,
  ) =>
    withTransaction(db, async (tx) => {
      const match = await open(tx, clientSecret)
      if (!match) return null
      const intent = await lockIntent(tx, match.environmentId, match.id)
      if (!intent) return null
      if (intent.status !== status) return renderIntent(tx, intent)
      const next = await step(tx, intent)
      await saveIntent(tx, next, now)
      await recordIntentEvents(tx, next, now)
      return renderIntent(tx, next)
    })

  return {
    findIntent: async (clientSecret) => {
      const intent = await open(db, clientSecret)
      return intent && renderIntent(db, intent)
    },
    confirmIntent: (clientSecret, card, now) =>
      change(clientSecret, 'requires_method', (tx, intent) => tryCard(tx, intent, card, now), now),
    answerChallenge: (clientSecret, answer, now) =>
      change(
        clientSecret,
        'requires_challenge',
        (tx, intent) =>
          answer === 'approve' ? succeed(tx, intent, now) : refuse(intent, FAILED_CHALLENGE),
        now,
      ),
  }
}

async function tryCard(tx: Tx, intent: Intent, card: StoredCard, now: Date): Promise<Intent> {
  const judgement = decideCardOutcome(card, intent.kind === 'setup' ? 'setup' : 'form', now)
  if (judgement.verdict === 'refuse') return refuse(intent, judgement.refusal)
  const attempt: Intent = { ...intent, card, error: null }
  return judgement.verdict === 'challenge'
    ? { ...attempt, status: 'requires_challenge' }
    : succeed(tx, attempt, now)
}

/**
 * Completes an intent. A form's card is saved as a method; an off-session charge already has one.
 */
async function succeed(tx: Tx, intent: Intent, now: Date): Promise<Intent> {
  const { environmentId, ownerId, card } = intent
  if (!card) return { ...intent, status: 'succeeded', error: null }
  const id = sandboxId('method')
  await insertSandboxMethod(tx, { environmentId, id, ownerId, card }, now)
  return { ...intent, status: 'succeeded', methodId: id, card: null, error: null }
}

/** After a refusal, a form accepts another card, but an off-session charge has ended. */
const refuse = async (intent: Intent, error: Refusal): Promise<Intent> => ({
  ...intent,
  status: intent.flow === 'form' ? 'requires_method' : 'failed',
  card: null,
  error,
})

async function renderIntent(db: Database | Tx, intent: Intent): Promise<SandboxIntent> {
  const { environmentId, methodId } = intent
  const merchantName = await findMerchantName(db, environmentId)
  const savedMethod =
    methodId === null ? null : await findSandboxMethod(db, environmentId, methodId)
  return {
    id: intent.id,
    environmentId: intent.environmentId,
    kind: intent.kind,
    status: intent.status,
    amount: intent.amount,
    currency: intent.currency,
    description: intent.description,
    card: intent.card ?? savedMethod?.card ?? null,
    lastError: intent.error && { code: intent.error.code, message: intent.error.message },
    successUrl: intent.successUrl,
    cancelUrl: intent.cancelUrl,
    merchantName,
  }
}
