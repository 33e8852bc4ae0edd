import type { Tx } from '../../../../../platform/db/database.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import type {
  AbsentAtProvider,
  PaymentOutcome,
  PaymentProvider,
  PaymentRequest,
} from '../../../provider.ts'
import { answerOnce } from '../answerOnce.ts'
import { recordIntentEvents } from '../events/recordEvent.ts'
import { type OperationResult, withFault } from '../faults/withFault.ts'
import { hasCustomer, lockSandboxMethod } from '../methods/methods.sql.ts'
import { decideCardOutcome } from '../methods/testCards.core.ts'
import type { Sandbox } from '../sandbox.ts'
import { sandboxId } from '../sandboxId.ts'
import {
  findSandboxPayment,
  type Intent,
  insertIntent,
  lockIntent,
  saveIntent,
} from './intents.sql.ts'
import {
  outcomeOfError,
  type StoredOutcome,
  storedOutcomeOf,
  withClient,
} from './paymentOutcome.ts'

type Payments = Pick<PaymentProvider, 'startPayment' | 'charge' | 'lookUpPayment' | 'cancelPayment'>

export const sandboxPayments = (sandbox: Sandbox): Payments => {
  /** Runs a payment request once per attempt. */
  const ask = (
    payment: PaymentRequest,
    providerMethodId: string | null,
    act: (tx: Tx, now: Date) => Promise<OperationResult<StoredOutcome>>,
  ): Promise<PaymentOutcome> => {
    const { attemptId, providerCustomerId, amount, currency, description } = payment
    if (!Number.isSafeInteger(amount) || amount <= 0) {
      return Promise.resolve(
        rejected('invalid_amount', 'The amount must be a whole number above zero.'),
      )
    }
    return answerOnce(
      sandbox,
      {
        operation: 'charge',
        key: attemptId,
        ownerId: providerCustomerId,
        parameters: [providerCustomerId, providerMethodId, amount, currency, description],
      },
      act,
    ).then((outcome) => withClient(sandbox, outcome), outcomeOfError)
  }

  const { db, environmentId } = sandbox
  return {
    charge: (payment) =>
      ask(payment, payment.providerMethodId, (tx, now) => charge(tx, sandbox, payment, now)),

    startPayment: (payment) =>
      ask(payment, null, async (tx, now) => {
        if (!(await hasCustomer(tx, environmentId, payment.providerCustomerId))) {
          return { answer: missing('customer', payment.providerCustomerId), events: [] }
        }
        const intent = intentOf(sandbox, payment, 'form', now)
        await insertIntent(tx, intent)
        return { answer: await storedOutcomeOf(tx, intent), events: [] }
      }),

    lookUpPayment: ({ attemptId, providerCustomerId, providerPaymentId }) => {
      const by = providerPaymentId === null ? { requestKey: attemptId } : { id: providerPaymentId }
      return withFault(sandbox, 'lookup', providerCustomerId, async () => {
        const intent = await findSandboxPayment(db, environmentId, by)
        const answer: PaymentOutcome | AbsentAtProvider = intent
          ? withClient(sandbox, await storedOutcomeOf(db, intent))
          : { kind: 'absent' }
        return { answer, events: [] }
      }).catch(outcomeOfError)
    },

    cancelPayment: async ({ providerPaymentId }) => {
      try {
        const intent = await findSandboxPayment(db, environmentId, { id: providerPaymentId })
        if (!intent) return missing('payment', providerPaymentId)
        const outcome = await withFault(sandbox, 'charge', intent.ownerId, () =>
          withTransaction(db, (tx) => cancel(tx, intent, sandbox.clock.now())),
        )
        return withClient(sandbox, outcome)
      } catch (error) {
        return outcomeOfError(error)
      }
    },
  }
}

const rejected = (code: string, message: string) => ({ kind: 'rejected', code, message }) as const

const missing = (what: string, id: string) =>
  rejected('resource_missing', `There is no ${what} ${id}.`)

async function charge(
  tx: Tx,
  sandbox: Sandbox,
  payment: PaymentRequest & { providerMethodId: string },
  now: Date,
): Promise<OperationResult<StoredOutcome>> {
  const { providerMethodId, providerCustomerId } = payment
  const method = await lockSandboxMethod(tx, sandbox.environmentId, providerMethodId)
  if (!method || method.isDetached || method.ownerId !== providerCustomerId) {
    return { answer: missing('method of this customer', providerMethodId), events: [] }
  }
  const judgement = decideCardOutcome(method.card, 'charge', now)
  const intent: Intent = {
    ...intentOf(sandbox, payment, 'off_session', now),
    methodId: method.id,
    status: STATUS_AFTER[judgement.verdict],
    error: judgement.verdict === 'refuse' ? judgement.refusal : null,
  }
  await insertIntent(tx, intent)
  return {
    events: await recordIntentEvents(tx, intent, now),
    answer: await storedOutcomeOf(tx, intent),
  }
}

const STATUS_AFTER = {
  accept: 'succeeded',
  challenge: 'requires_challenge',
  refuse: 'failed',
} as const

/** Cancels an intent that waits for the customer. Any other intent stays unchanged. */
async function cancel(tx: Tx, found: Intent, now: Date): Promise<OperationResult<StoredOutcome>> {
  const intent = (await lockIntent(tx, found.environmentId, found.id)) ?? found
  if (intent.status !== 'requires_method' && intent.status !== 'requires_challenge') {
    return { answer: await storedOutcomeOf(tx, intent), events: [] }
  }
  const canceled: Intent = { ...intent, status: 'canceled', card: null }
  await saveIntent(tx, canceled, now)
  const events = await recordIntentEvents(tx, canceled, now)
  return { answer: await storedOutcomeOf(tx, canceled), events }
}

const intentOf = (
  { environmentId }: Sandbox,
  { attemptId, providerCustomerId, amount, currency, description }: PaymentRequest,
  flow: Intent['flow'],
  now: Date,
): Intent => ({
  environmentId,
  id: sandboxId('payment'),
  kind: 'payment',
  flow,
  ownerId: providerCustomerId,
  requestKey: attemptId,
  status: 'requires_method',
  methodId: null,
  card: null,
  amount,
  currency,
  description,
  error: null,
  successUrl: null,
  cancelUrl: null,
  createdAt: now,
})
