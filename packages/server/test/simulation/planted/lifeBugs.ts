import type { PlantedBug } from './plantedBugs.ts'

const scene = 'lives'

/** Bugs in pauses, scheduled starts, add-ons, clocks, migrations and trials. */
export const plantedLifeBugs: readonly PlantedBug[] = [
  {
    name: 'after a pause, periods count from the old anchor',
    scene,
    seed: 3,
    patches: [
      {
        file: 'modules/subscriptions/pause/resumeSubscription.ts',
        find: 'const fresh = { billingAnchor: now, pausedAt: null }',
        replace: 'const fresh = { pausedAt: null }',
      },
    ],
  },
  {
    name: 'a pause discards the rest of the paid period',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/subscriptions/pause/resumeSubscription.ts',
        find: 'const isOver = currentPeriodEnd !== null && currentPeriodEnd <= now',
        replace: 'const isOver = currentPeriodEnd !== null',
      },
    ],
  },
  {
    name: 'a scheduled subscription starts when the worker runs',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/subscriptions/begin/startSubscription.ts',
        find: 'from: start,',
        replace: 'from: now,',
      },
    ],
  },
  {
    name: 'a partial period before a requested anchor costs as much as a full one',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/subscriptions/period/period.core.ts',
        find: 'const isWhole = end === null || start.getTime() === from.getTime()',
        replace: 'const isWhole = end !== undefined',
      },
    ],
  },
  {
    name: 'an add-on outlives its subscription',
    scene,
    seed: 27,
    patches: [
      {
        file: 'modules/subscriptions/end/endSubscription.ts',
        find: 'for (const item of items) await close(item)',
        replace: '',
      },
    ],
  },
  {
    name: 'a clock jumps to its target and does all due work there',
    scene,
    seed: 7,
    patches: [
      {
        file: 'modules/customers/testClocks/advanceTestClock.ts',
        find: 'const at = new Date(Math.max(next, frozenTime.getTime()))',
        replace: 'const at = targetTime',
      },
    ],
  },
  {
    name: 'a clock can be moved back',
    scene,
    seed: 57,
    patches: [
      {
        file: 'modules/customers/testClocks/requestAdvance.ts',
        find: 'if (distanceMs < 0) {',
        replace: 'if (distanceMs < -MAX_ADVANCE_MS) {',
      },
    ],
  },
  {
    name: 'a dry run of a migration moves subscribers',
    scene,
    seed: 74,
    patches: [
      {
        file: 'modules/subscriptions/migrate/startPlanMigration.ts',
        find: 'if (dryRun) {',
        replace: `if (dryRun) {
    await insertMigration(tx, scope, migration)
    await enqueue(tx, {
      task: 'migrateSubscribers',
      payload: { environmentId, migrationId: migration.id },
    })`,
      },
    ],
  },
  {
    name: 'a migration at the end of the period applies immediately',
    scene,
    seed: 31,
    patches: [
      {
        file: 'modules/subscriptions/migrate/migrateSubscribers.ts',
        find: "if (timing === 'period_end' && subscription.currentPeriodEnd !== null) {",
        replace: "if (timing === 'period_end' && subscription.currentPeriodEnd === null) {",
      },
    ],
  },
  {
    name: 'a trial starts without the required card',
    scene,
    seed: 33,
    patches: [
      {
        file: 'modules/subscriptions/begin/quoteSubscription.ts',
        find: 'trialDays !== 0 && trial !== null && trial.requiresPaymentMethod',
        replace: 'trialDays === 0 && trial !== null && trial.requiresPaymentMethod',
      },
    ],
  },
]
