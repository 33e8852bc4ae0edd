import { type Intent, JUST_MADE, type Round, type Script } from './script/script.ts'
import { type Failure, simulate } from './simulate.ts'
import type { System } from './system/system.ts'

/** How many replays a failure is worth. */
const MAX_REPLAYS = 300

/** The shortest run found that still fails: leaves out whatever the failure does not need. */
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
    // The newest first: what failed rests on little of what went before.
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

/** An exception in the middle of a run is a failure of its own. */
export const failureOf = (error: unknown): Failure => ({
  round: Number.MAX_SAFE_INTEGER,
  now: '',
  calls: [],
  effective: [],
  problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
})

/** The same calls one after the other; what changes what its client has just made stays with it. */
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
  ('pick' in intent && intent.pick === JUST_MADE) ||
  ('token' in intent && intent.token === JUST_MADE)

/** The rounds without one of them, one by one, and with less in it: fewer clients, calls, events. */
function* simpler(
  rounds: readonly Round[],
  at: number,
  effective: readonly Intent[],
): Generator<readonly Round[]> {
  const round = rounds[at]
  if (!round) return
  const replaced = (...by: Round[]): Round[] => rounds.toSpliced(at, 1, ...by)
  yield replaced()
  // What does not run at the same time can be left out without disturbing the rest.
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
