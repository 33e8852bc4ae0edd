import type { Script } from './script/script.ts'
import type { Failure } from './simulate.ts'

/** A failing run for a person to read and to run again. */
export function describeFailure(script: Script, failure: Failure): string {
  const rounds = script.rounds.flatMap((round, index) => [
    `  round ${index}${round.move ? `, clock ${JSON.stringify(round.move)}` : ''}${
      round.edit ? `, ${round.edit} on other terms` : ''
    }`,
    ...round.clients.flatMap((intents, client) =>
      intents.map((intent) => `    client ${client}: ${JSON.stringify(intent)}`),
    ),
  ])
  return [
    `seed ${script.seed} fails in round ${failure.round} at ${failure.now}`,
    `catalog ${script.catalog}, from ${script.startsAt}, customers ${JSON.stringify(script.customers)}`,
    'the shortest run that was found:',
    ...rounds,
    'what was answered in the last round:',
    ...failure.calls.map((call) => `    ${call}`),
    'what the model says:',
    ...failure.problems.map((problem) => `    ${problem}`),
  ].join('\n')
}
