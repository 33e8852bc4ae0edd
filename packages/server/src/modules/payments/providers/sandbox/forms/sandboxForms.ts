import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import { recordIntentEvents } from '../events/events.sql.ts'
import { findMethod, insertMethod } from '../methods/methods.sql.ts'
import { type Card, FAILED_CHALLENGE, judge, type Refusal } from '../methods/testCards.core.ts'
import { findIntentById, type Intent, lockIntent, saveIntent } from '../payments/intents.sql.ts'
import { sandboxId } from '../sandboxId.core.ts'
import { intentIdOf, isClientSecretOf } from './clientSecret.core.ts'

/** What a form shows. */
export interface SandboxIntent {
  id: string
  environmentId: string
  kind: 'setup' | 'payment'
  /** `failed` is a charge without the customer that is over: there is nothing left to fill in. */
  status: 'requires_method' | 'requires_challenge' | 'succeeded' | 'failed' | 'canceled'
  amount: number | null
  currency: string | null
  description: string | null
  /** The card that waits for its challenge. */
  card: { brand: string; last4: string } | null
  /** Why the last card was refused; another one may be tried while a method is required. */
  lastError: { code: string; message: string } | null
  successUrl: string | null
  cancelUrl: string | null
  merchantName: string
}

/** What a browser with a client secret may do. Null: the secret opens nothing. */
export interface SandboxForms {
  findIntent(clientSecret: string): Promise<SandboxIntent | null>
  /** Uses a card. Does nothing unless a method is required, so that a second click is harmless. */
  confirmIntent(clientSecret: string, card: Card, now: Date): Promise<SandboxIntent | null>
  /** Answers the bank's challenge. Does nothing unless one is open. */
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

  /** Changes an intent while it stands at `status`; anything else is left as it is. */
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

async function tryCard(tx: Tx, intent: Intent, card: Card, now: Date): Promise<Intent> {
  const judgement = judge(card, intent.kind === 'setup' ? 'setup' : 'form', now)
  if (judgement.verdict === 'refuse') return refuse(intent, judgement.refusal)
  const attempt: Intent = { ...intent, card, error: null }
  return judgement.verdict === 'challenge'
    ? { ...attempt, status: 'requires_challenge' }
    : succeed(tx, attempt, now)
}

/** What a form asked for is done, and its card is saved; a charge had its method before. */
async function succeed(tx: Tx, intent: Intent, now: Date): Promise<Intent> {
  const { environmentId, ownerId, card } = intent
  if (!card) return { ...intent, status: 'succeeded', error: null }
  const id = sandboxId('method')
  await insertMethod(tx, { environmentId, id, ownerId, card }, now)
  return { ...intent, status: 'succeeded', methodId: id, card: null, error: null }
}

/** Another card may be tried in a form; a charge of a saved method is over. */
const refuse = async (intent: Intent, error: Refusal): Promise<Intent> => ({
  ...intent,
  status: intent.flow === 'form' ? 'requires_method' : 'failed',
  card: null,
  error,
})

async function renderIntent(db: Database | Tx, intent: Intent): Promise<SandboxIntent> {
  const { name } = await db
    .selectFrom('environments')
    .select('name')
    .where('id', '=', intent.environmentId)
    .executeTakeFirstOrThrow()
  const { environmentId, methodId } = intent
  const savedMethod = methodId === null ? null : await findMethod(db, environmentId, methodId)
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
    merchantName: name,
  }
}
