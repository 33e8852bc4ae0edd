import type { PlantedBug } from './plantedBugs.ts'

const scene = 'payments'

/** Bugs in payments, many of them known from other products. */
export const plantedPaymentBugs: readonly PlantedBug[] = [
  {
    name: 'a payment without a response is charged again under a new key',
    scene,
    seed: 8,
    patches: [
      {
        file: 'modules/payments/payment/askAboutPayment.ts',
        find: "question === 'replay' ? await sendPayment(db, providers, scope, payment) : NOT_SENT",
        replace: `question === 'replay'
      ? await sendPayment(db, providers, scope, {
          ...payment,
          attemptId: \`\${payment.attemptId}-again\`,
        })
      : NOT_SENT`,
      },
    ],
  },
  {
    name: 'a missing response is treated as a failure',
    scene,
    seed: 7,
    patches: [
      {
        file: 'modules/payments/payment/payment.core.ts',
        find: 'unknown: null,',
        replace: "unknown: 'failed',",
      },
    ],
  },
  {
    name: 'an attempt grants its credits each time its success is reported',
    scene,
    seed: 8,
    sabotage: 'DROP INDEX credit_grants_topup_attempt',
    patches: [
      {
        file: 'modules/topups/attempts/settleTopUp.ts',
        find: "if (attempt.status !== 'pending' || payment.completedAt === null) {",
        replace: 'if (payment.completedAt === null) {',
      },
    ],
  },
  {
    name: 'a rule fires on every debit below its threshold',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/credits/wallet/post.core.ts',
        find: 'compare(storedBalance, topUpThreshold) > 0 &&',
        replace: '',
      },
    ],
  },
  {
    name: 'a debit does not notice that a wallet is low',
    scene,
    seed: 10,
    patches: [
      {
        file: 'modules/credits/wallet/openWallets.ts',
        find: '    addAutoTopUps(session, low),\n',
        replace: '',
      },
    ],
  },
  {
    name: 'charges in progress do not count toward the monthly limit',
    scene,
    seed: 24,
    patches: [
      {
        file: 'modules/credits/autoTopUp/autoTopUp.sql.ts',
        find: "coalesce(sum(a.charge_amount) FILTER (WHERE a.status <> 'failed'",
        replace: "coalesce(sum(a.charge_amount) FILTER (WHERE a.status = 'succeeded'",
      },
    ],
  },
  {
    name: 'a rule does not rest after a failure',
    scene,
    seed: 2,
    patches: [
      {
        file: 'modules/topups/auto/autoTopUpDecision.core.ts',
        find: '...(lastFailedAt ? [lastFailedAt.getTime() + backoffAfter(consecutiveFailures)] : []),',
        replace: '...(lastFailedAt && consecutiveFailures < 0 ? [0] : []),',
      },
    ],
  },
  {
    name: 'a rule has no limit on bursts',
    scene,
    seed: 7,
    patches: [
      {
        file: 'modules/topups/auto/autoTopUpDecision.core.ts',
        find: '...(firstOfBurst ? [firstOfBurst.getTime() + BURST_MS] : []),',
        replace: '...(firstOfBurst ? [firstOfBurst.getTime()] : []),',
      },
    ],
  },
  {
    name: 'a webhook is trusted without asking the provider',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/webhooks/incoming/handleProviderEvent.ts',
        find: 'const outcome = await askAboutPayment(db, providers, scope, identified)',
        replace: "const outcome = { kind: 'succeeded', providerPaymentId, method: null } as const",
      },
    ],
  },
  {
    name: 'a refund uses the remaining amount from before the lock',
    scene,
    seed: 13,
    sabotage: 'ALTER TABLE payments DROP CONSTRAINT payments_check',
    patches: [
      {
        file: 'modules/payments/refunds/refundPayment.ts',
        find: 'const payment = await findPayment(tx, environmentId, paymentId)',
        replace: 'const payment = snapshot',
      },
    ],
  },
  {
    name: 'a refund takes credits that are already spent',
    scene,
    seed: 19,
    patches: [
      {
        file: 'modules/credits/grants/grants.core.ts',
        find: 'const taken = minAmount(grant.remaining, amount)',
        replace: 'const taken = amount',
      },
    ],
  },
  {
    name: 'a card in use can be detached',
    scene,
    seed: 2,
    patches: [
      {
        file: 'modules/payments/methods/detachPaymentMethod.ts',
        find: 'if (dependencies.blocksDetach) throw inUse(dependencies)',
        replace: '',
      },
    ],
  },
]
