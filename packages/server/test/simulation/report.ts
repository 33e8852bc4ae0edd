import type { Script } from './script/script.ts'
import type { Failure } from './simulate.ts'

/** Describes a failing run for a developer, who can paste it into `regressions.ts`. */
export function describeFailure(script: Script, failure: Failure): string {
  const rounds = script.rounds.flatMap((round, index) => [
    `  round ${index}${round.move ? `, clock ${JSON.stringify(round.move)}` : ''}${
      round.edit ? `, plan ${round.edit} with other terms` : ''
    }`,
    ...round.clients.flatMap((intents, client) =>
      intents.map((intent) => `    client ${client}: ${JSON.stringify(intent)}`),
    ),
  ])
  return [
    `seed ${script.seed} fails in round ${failure.round} at ${failure.now}`,
    `catalog ${script.catalog}, from ${script.startsAt}, customers ${JSON.stringify(script.customers)}`,
    'shortest failing run:',
    ...rounds,
    'responses of the last round:',
    ...failure.calls.map((call) => `    ${call}`),
    'differences from the model:',
    ...failure.problems.map((problem) => `    ${problem}`),
  ].join('\n')
}
