import { type Intent, JUST_CREATED, type Round, type Script } from './script/script.ts'
import { type Failure, simulate } from './simulate.ts'
import type { System } from './system/system.ts'

/** The maximum number of replays for one failure. */
const MAX_REPLAYS = 300

/** Shrinks a failing run by removing everything that the failure does not need. */
export async function shrink(
  system: System,
  script: Script,
  failure: Failure,
): Promise<{ script: Script; failure: Failure }> {
  let best = { script: { ...script, rounds: script.rounds.slice(0, failure.round + 1) }, failure }
  let replays = 0
  const tryOut = async (rounds: readonly Round[]): Promise<boolean> => {
    if (replays >= MAX_REPLAYS) return false
    replays += 1
    const shorter = { ...script, rounds }
    const found = await simulate(system, shorter).catch(failureOf)
    if (!found) return false
    best = { script: { ...shorter, rounds: rounds.slice(0, found.round + 1) }, failure: found }
    return true
  }
  for (let smaller = true; smaller && replays < MAX_REPLAYS; ) {
    smaller = false
    // Newest first, because a failure rarely depends on early rounds.
    for (let at = best.script.rounds.length; at >= 0; at -= 1) {
      for (const rounds of simpler(best.script.rounds, at, best.failure.effective[at] ?? [])) {
        if (!(await tryOut(rounds))) continue
        smaller = true
        break
      }
    }
  }
  return best
}

/** Turns an exception during a run into a failure. */
export const failureOf = (error: unknown): Failure => ({
  round: Number.MAX_SAFE_INTEGER,
  now: '',
  calls: [],
  effective: [],
  problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
})

/**
 * Runs the calls of a round one after the other. An intent that changes an object just created
 * stays with its creation.
 */
function oneByOne(round: Round, effective: readonly Intent[]): Round[] {
  const sessions = effective
    .filter((intent) => !isChange(intent))
    .map((intent) => {
      const session = round.clients.find((intents) => intents.includes(intent)) ?? []
      const next = session[session.indexOf(intent) + 1]
      return next && isChange(next) ? [intent, next] : [intent]
    })
  const { edit: _, ...later } = round
  return [
    { ...round, clients: [] },
    ...sessions.map((session) => ({ ...later, move: null, clients: [session] })),
  ]
}

const isChange = (intent: Intent): boolean =>
  ('pick' in intent && intent.pick === JUST_CREATED) ||
  ('token' in intent && intent.token === JUST_CREATED)

/**
 * Simpler versions of the rounds: without one round, with its calls in sequence, or with fewer
 * clients, calls or events.
 */
function* simpler(
  rounds: readonly Round[],
  at: number,
  effective: readonly Intent[],
): Generator<readonly Round[]> {
  const round = rounds[at]
  if (!round) return
  const replaced = (...by: Round[]): Round[] => rounds.toSpliced(at, 1, ...by)
  yield replaced()
  // Calls in sequence can be removed without affecting the others.
  if (round.clients.length > 1) yield replaced(...oneByOne(round, effective))
  if (round.move && round.clients.length > 0) yield replaced({ ...round, clients: [] })
  if (round.move) yield replaced({ ...round, move: null })
  for (const [client, intents] of round.clients.entries()) {
    yield replaced({ ...round, clients: round.clients.toSpliced(client, 1) })
    for (const [place, intent] of intents.entries()) {
      const withIntents = (...by: Intent[]): Round[] =>
        replaced({
          ...round,
          clients: round.clients.with(client, intents.toSpliced(place, 1, ...by)),
        })
      if (intents.length > 1) yield withIntents()
      if (intent.kind !== 'track' || intent.events.length === 1) continue
      for (const event of intent.events.keys()) {
        yield withIntents({ ...intent, events: intent.events.toSpliced(event, 1) })
      }
    }
  }
}
