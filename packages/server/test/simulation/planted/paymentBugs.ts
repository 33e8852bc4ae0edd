import type { PlantedBug } from './plantedBugs.ts'

const scene = 'payments'

/** What others got wrong with money, and what we could. */
export const plantedPaymentBugs: readonly PlantedBug[] = [
  {
    name: 'a payment that was not answered is charged again under a fresh key',
    scene,
    seed: 8,
    patches: [
      {
        file: 'modules/payments/payment/askPayment.ts',
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
    name: 'silence is taken for failure',
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
    name: 'an attempt gives its credits to each who learns that it was paid',
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
    name: 'a rule fires at every debit below its threshold',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/credits/wallet/openWallets.ts',
        find: 'compare(storedBalance, topUpThreshold) > 0 &&',
        replace: '',
      },
    ],
  },
  {
    name: 'a debit leaves it to the sweeper to notice that a wallet has run low',
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
    name: 'what is being charged does not count towards the monthly limit',
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
        file: 'modules/topups/auto/decideFire.core.ts',
        find: '...(lastFailedAt ? [lastFailedAt.getTime() + backoffAfter(consecutiveFailures)] : []),',
        replace: '...(lastFailedAt && consecutiveFailures < 0 ? [0] : []),',
      },
    ],
  },
  {
    name: 'a rule fires as often as it is asked to',
    scene,
    seed: 7,
    patches: [
      {
        file: 'modules/topups/auto/decideFire.core.ts',
        find: '...(firstOfBurst ? [firstOfBurst.getTime() + BURST_MS] : []),',
        replace: '...(firstOfBurst ? [firstOfBurst.getTime()] : []),',
      },
    ],
  },
  {
    name: 'a webhook is believed without asking the provider',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/webhooks/incoming/handleProviderEvent.ts',
        find: 'const outcome = await askPayment(db, providers, scope, identified)',
        replace: "const outcome = { kind: 'succeeded', providerPaymentId, method: null } as const",
      },
    ],
  },
  {
    name: 'a refund goes by what was left before the customer was locked',
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
    name: 'a refund takes back what was spent',
    scene,
    seed: 19,
    patches: [
      {
        file: 'modules/credits/grants/grants.core.ts',
        find: 'const taken = least(grant.remaining, amount)',
        replace: 'const taken = amount',
      },
    ],
  },
  {
    name: 'a card can be detached although something is paid with it',
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
