import type { SceneName } from '../scenes/scenes.ts'
import type { Rewrite } from '../system/scheduledPool.ts'
import { plantedBillingBugs } from './billingBugs.ts'
import { plantedInvoiceBugs } from './invoiceBugs.ts'
import { plantedLifeBugs } from './lifeBugs.ts'
import { plantedPaymentBugs } from './paymentBugs.ts'

/** A plausible mistake in the product that proves the simulation finds it. */
export interface PlantedBug {
  readonly name: string
  /** The scene whose runs find the bug. Default: `credits`. */
  readonly scene?: SceneName
  /** A seed that finds the bug. It is tried first; other seeds may find it too. */
  readonly seed: number
  /** Rewrites a statement on its way to the database. */
  readonly rewrite?: Rewrite
  /** SQL that damages the schema. */
  readonly sabotage?: string
  /** Replacements in the source of the product. */
  readonly patches?: readonly Patch[]
}

interface Patch {
  /** Relative to `src`. */
  readonly file: string
  /** The text to replace. It must occur exactly once. */
  readonly find: string
  readonly replace: string
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a customer is read without a lock',
    seed: 2,
    patches: [
      {
        file: 'modules/customers/lock/customerStamps.sql.ts',
        find: `    INSERT INTO customer_stamps AS s (bucket, environment_id, customer_id, stamp, previous)
    SELECT c.bucket, c.environment_id, c.id, $4::bigint, 0
`,
        replace: `
    SELECT c.environment_id AS "environmentId", c.id AS "customerId", $4::bigint AS previous
`,
      },
      {
        file: 'modules/customers/lock/customerStamps.sql.ts',
        find: `
    ON CONFLICT (bucket, environment_id, customer_id) DO UPDATE
    SET stamp = excluded.stamp, previous = s.stamp
    RETURNING environment_id AS "environmentId", customer_id AS "customerId", previous`,
        replace: '',
      },
    ],
  },
  {
    name: 'cached state is trusted without comparing its stamp',
    seed: 2,
    patches: [
      {
        file: 'modules/customers/lock/customerStamps.sql.ts',
        find: ' WHERE s.stamp = excluded.previous',
        replace: '',
      },
    ],
  },
  {
    name: 'a refused event is not looked up by its key',
    seed: 7,
    patches: [
      {
        file: 'modules/usage/track/trackFromMemory.ts',
        find: 'if (!computed || isUncertain(steps, computed.result)) return null',
        replace: 'if (!computed) return null',
      },
    ],
  },
  {
    name: 'event keys are neither looked up nor unique',
    seed: 2,
    sabotage: 'ALTER TABLE usage_event_keys DROP CONSTRAINT usage_event_keys_pkey',
    patches: [
      {
        file: 'modules/usage/track/events.sql.ts',
        find: 'if (keys.length === 0) return new Map()',
        replace: 'if (keys.length >= 0) return new Map()',
      },
    ],
  },
  {
    name: 'a plan grants its credits on every request',
    seed: 5,
    sabotage: 'DROP INDEX credit_grants_period',
    patches: [
      {
        file: 'modules/credits/planCredits/planCredits.sql.ts',
        find: 'return row?.id ?? null',
        replace: 'return row === undefined ? null : null',
      },
    ],
  },
  {
    name: 'expired grants can be spent until a sweep expires them',
    seed: 4,
    patches: [
      {
        file: 'modules/credits/wallet/debit.core.ts',
        find: "if (wallet.status !== 'active') return 'frozen'\n  const at = settle(wallet, now)",
        replace: "if (wallet.status !== 'active') return 'frozen'\n  const at = now",
      },
      {
        file: 'modules/usage/track/pay.core.ts',
        find: 'if (wallet) settle(wallet, now)',
        replace: '',
      },
    ],
  },
  {
    name: 'grants are spent by id only',
    seed: 21,
    rewrite: (text) => text.replace('ORDER BY g.priority, g.created_at, g.id', 'ORDER BY g.id'),
  },
  {
    name: 'a reversal returns credits to the newest grant',
    seed: 13,
    patches: [
      {
        file: 'modules/credits/ledger/ledger.sql.ts',
        find: 'SELECT grant_id AS "grantId"',
        replace:
          'SELECT (SELECT max(g.id) FROM credit_grants g WHERE g.account_id = $2) AS "grantId"',
      },
    ],
  },
  {
    name: 'credits returned to an expired grant stay there',
    seed: 4,
    patches: [
      {
        file: 'modules/credits/wallet/settle.core.ts',
        find: 'else if (isExpired(grant, at)) expireGrant(wallet, grant, amount, at)',
        replace: '',
      },
    ],
  },
  {
    name: 'quotients and products are truncated instead of rounded half-even',
    seed: 3,
    patches: [
      {
        file: 'kernel/amount.ts',
        find: 'const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n)',
        replace: 'const up = twice < 0n',
      },
    ],
  },
  {
    name: "days and months use UTC instead of the customer's timezone",
    seed: 1,
    patches: [
      {
        file: 'modules/usage/meters/span.core.ts',
        find: 'calendarPeriod(unit, at, timezone)',
        replace: "calendarPeriod(unit, at, 'UTC')",
      },
    ],
  },
  {
    name: 'a billing period counts from the previous one instead of the anchor',
    seed: 3,
    patches: [
      {
        file: 'kernel/calendar.ts',
        find: '(step) => instantOf(origin.add({ [key]: step * intervalCount })),',
        replace: `(step) => {
          let boundary = origin
          for (let at = 0; at < Math.abs(step); at += 1) {
            boundary = boundary.add({ [key]: Math.sign(step) * intervalCount })
          }
          return instantOf(boundary)
        },`,
      },
    ],
  },
  // The query takes as long as four queries, so that other requests are answered meanwhile.
  {
    name: 'a check reuses the result of a query that is already running',
    scene: 'questions',
    seed: 2,
    patches: [
      {
        file: 'modules/entitlements/check/factReader.ts',
        find: 'return async (request) => {',
        replace: `const underWay = new Map<string, Promise<(CustomerFacts | null)[]>>()
  return async (request) => {
    const asked = JSON.stringify(request)`,
      },
      {
        file: 'modules/entitlements/check/factReader.ts',
        find: 'const [facts] = await batcher.submit([{ ...request, bucket, mapKey }])',
        replace: `const read = () => batcher.submit([{ ...request, bucket, mapKey }])
    const readForLong = async () => {
      const facts = await read()
      for (let others = 0; others < 3; others += 1) await read()
      return facts
    }
    const answer = underWay.get(asked) ?? readForLong()
    underWay.set(asked, answer)
    const [facts] = await answer.finally(() => underWay.delete(asked))`,
      },
    ],
  },
  {
    name: 'track responds before its transaction commits',
    seed: 1,
    patches: [
      {
        file: 'modules/usage/track/trackUsage.ts',
        find: 'const answers = await lane.line.run(record, makeWay)',
        replace: `const answers = await new Promise<TrackOutcome[]>((resolve, reject) => {
          lane.line
            .run(async (session) => {
              const done = await record(session)
              resolve(done.result)
              return done
            }, makeWay)
            .catch(reject)
        })`,
      },
    ],
  },
  {
    name: 'a grant does not repay the overdraft',
    seed: 16,
    patches: [
      {
        file: 'modules/credits/grants/grants.core.ts',
        find: 'if (repaid.units > 0n) {',
        replace: 'if (repaid.units < 0n) {',
      },
    ],
  },
  {
    name: 'cached rights are used without comparing their version',
    seed: 1,
    patches: [
      {
        file: 'modules/usage/rights/rightsCache.ts',
        find: 'if (rights && rights.version === customer.rightsVersion)',
        replace: 'if (rights)',
      },
    ],
  },
  ...plantedPaymentBugs,
  ...plantedBillingBugs,
  ...plantedInvoiceBugs,
  ...plantedLifeBugs,
]
