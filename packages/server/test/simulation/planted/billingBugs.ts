import { plantedAmountBugs } from './amountBugs.ts'
import type { PlantedBug } from './plantedBugs.ts'

const scene = 'billing'

/** Bugs in recurring billing, many of them known from other products. */
export const plantedBillingBugs: readonly PlantedBug[] = [
  {
    name: 'a period counts from the previous one instead of the anchor',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/subscriptions/period/openPeriod.ts',
        find: 'const billed = periodFrom(plan.cycle, from, timezone)',
        replace: 'const billed = periodFrom({ ...plan.cycle, anchor: from }, from, timezone)',
      },
    ],
  },
  {
    name: 'two workers renew a subscription that was due before they got the lock',
    scene,
    seed: 4,
    sabotage: 'DROP INDEX invoices_cycle',
    patches: [
      {
        file: 'modules/subscriptions/renew/advanceSubscription.ts',
        find: 'if (!(await claimSubscription(tx, scope, subscriptionId))) return false',
        replace: '',
      },
      {
        file: 'modules/subscriptions/subscription/lockSubscription.ts',
        find: 'customerId)\n  const subscription = await findSubscription(tx, environmentId, id)',
        replace: 'customerId)\n  const subscription = unlocked',
      },
    ],
  },
  {
    name: 'a missed period starts when the worker runs',
    scene,
    seed: 6,
    patches: [
      {
        file: 'modules/subscriptions/renew/advanceSubscription.ts',
        find: 'nextStep(await renewSubscription(tx, billing, scope, locked, at))',
        replace: 'nextStep(await renewSubscription(tx, billing, scope, locked, locked.now))',
      },
    ],
  },
  {
    name: 'an invoice is charged again if the provider does not respond',
    scene,
    seed: 13,
    patches: [
      {
        file: 'modules/payments/payment/payment.core.ts',
        find: 'unknown: null,',
        replace: "unknown: 'failed',",
      },
    ],
  },
  {
    name: 'an invoice is charged although it is no longer due',
    scene,
    seed: 5,
    patches: [
      {
        file: 'modules/invoicing/collect/collectInvoice.ts',
        find: "if (status !== 'open' || nextAttemptAt === null || nextAttemptAt > at) return null",
        replace: "if (status !== 'open') return null",
      },
    ],
  },
  {
    name: 'every failure counts as the first one',
    scene,
    seed: 5,
    patches: [
      {
        file: 'modules/invoicing/collect/recordFailedAttempt.ts',
        find: 'const attemptCount = invoice.attemptCount + 1',
        replace: 'const attemptCount = Math.max(invoice.attemptCount, 1)',
      },
    ],
  },
  {
    name: 'a change charges for the full period',
    scene,
    seed: 16,
    patches: [
      {
        file: 'modules/subscriptions/change/changeLines.core.ts',
        find: 'return advanceLines(plan, { start: at, end }, portion)',
        replace: 'return advanceLines(plan, { start: at, end }, portion && WHOLE)',
      },
    ],
  },
  {
    name: 'a line is truncated instead of rounded half-even',
    scene,
    seed: 4,
    patches: [
      {
        file: 'modules/subscriptions/period/proration.core.ts',
        find: 'Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))',
        replace: 'Number((amount.units * BigInt(part)) / (1_000_000_000n * BigInt(whole)))',
      },
    ],
  },
  {
    name: 'a drip is granted twice',
    scene,
    seed: 12,
    patches: [
      {
        file: 'modules/subscriptions/planCredits/grantPeriodCredits.ts',
        find: 'await grantPlanCredits(tx, scope, grant)',
        replace: `await grantPlanCredits(tx, scope, grant)
    if (due.reason === 'DRIP') {
      await grantPlanCredits(tx, scope, { ...grant, periodKey: \`\${now.toISOString()}/drip\` })
    }`,
      },
    ],
  },
  {
    name: 'billed usage is not marked as billed',
    scene,
    seed: 4,
    patches: [
      {
        file: 'modules/subscriptions/period/readUsage.ts',
        find: 'await markUsageBilled(tx, scope, subscription.customerId, usage)',
        replace: '',
      },
    ],
  },
  ...plantedAmountBugs,
]
