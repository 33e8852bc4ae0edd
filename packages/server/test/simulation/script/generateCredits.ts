import { type CatalogName, catalogs } from './catalogs.ts'
import { IntentGenerator } from './IntentGenerator.ts'
import { Random } from './random.ts'
import type { ClockMove, Intent, Script } from './script.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const CATALOGS: readonly CatalogName[] = ['tokens', 'quotas', 'shapes']

/** Shortly before ends of months and years, a leap day, and daylight saving changes. */
const STARTS = [
  '2026-01-30T18:00:00.000Z',
  '2026-01-31T11:59:59.000Z',
  '2026-05-31T09:30:00.000Z',
  '2026-08-31T15:00:00.000Z',
  '2026-10-31T12:00:00.000Z',
  '2026-03-08T06:30:00.000Z',
  '2026-03-28T22:30:00.000Z',
  '2026-10-24T21:59:00.000Z',
  '2026-12-31T22:00:00.000Z',
  '2028-02-28T20:00:00.000Z',
  '2028-02-29T12:00:00.000Z',
]
const TIMEZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
]
const ADVANCES = [
  1,
  999,
  30_000,
  MINUTE,
  HOUR,
  HOUR,
  6 * HOUR,
  DAY,
  9 * DAY,
  31 * DAY,
  60 * DAY,
  400 * DAY,
]

/** Generates a run with the given number of rounds. The seed decides everything. */
export const generate = (seed: number, steps: number): Script =>
  generateRounds(seed, steps, (intents, random, clients, step) =>
    step > 0 && random.percent(40)
      ? intents.crowd()
      : Array.from({ length: random.between(1, clients) }, () =>
          intents.session(step === 0 ? 60 : 0),
        ),
  )

/**
 * Generates a run in which, after a few rounds, many clients check the same feature while others
 * write.
 */
export const generateQuestions = (seed: number, steps: number): Script =>
  generateRounds(seed, steps, (intents, _random, clients, step) =>
    step === 0 ? Array.from({ length: clients }, () => intents.session(100)) : intents.questions(),
  )

function generateRounds(
  seed: number,
  steps: number,
  clientsOf: (
    intents: IntentGenerator,
    random: Random,
    clients: number,
    step: number,
  ) => Intent[][],
): Script {
  const random = new Random(seed)
  const catalog = random.pick(CATALOGS)
  const startsAt = random.pick(STARTS)
  const customers = Array.from({ length: random.between(1, 3) }, () => ({
    timezone: random.pick(TIMEZONES),
    bucket: random.below(256),
    ...(random.percent(15) && { clockAhead: random.pick([-400 * DAY, -HOUR, 0, DAY, 31 * DAY]) }),
  }))
  const clients = random.between(2, 8)
  const intents = new IntentGenerator(random, catalogs[catalog], customers.length)
  const rounds = Array.from({ length: steps }, (_, step) => ({
    move: step > 0 && random.percent(60) ? clockMove(random, customers.length) : null,
    interleaving: random.below(2 ** 31),
    clients: clientsOf(intents, random, clients, step),
  }))
  return { seed, catalog, startsAt, customers, rounds }
}

const clockMove = (random: Random, customers: number): ClockMove => ({
  customer: random.below(customers),
  ...(random.percent(50)
    ? { toEnd: Math.min(random.below(12), random.below(12)), offset: random.pick([-1, 0, 1]) }
    : { by: random.pick(ADVANCES) }),
})
