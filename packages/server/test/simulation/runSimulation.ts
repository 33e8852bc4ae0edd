import { parseArgs } from 'node:util'
import {
  copyTemplate,
  type DatabaseServer,
  startDatabaseServer,
} from '../harness/database/databaseServer.ts'
import { findPlantedBug } from './planted/findPlantedBug.ts'
import { plantedBugs } from './planted/plantedBugs.ts'
import { describeFailure } from './report.ts'
import { type SceneName, STEPS, sceneNames, scenes } from './scenes/scenes.ts'
import { failureOf, shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { loadProduct } from './system/product.ts'
import { System } from './system/system.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: String(STEPS) },
    scene: { type: 'string' },
    bug: { type: 'string' },
    planted: { type: 'boolean', default: false },
  },
})

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const run = {
  first: Number(values.seed),
  seeds: values.seeds === undefined ? null : Number(values.seeds),
  steps: Number(values.steps),
}
const selectedScenes = sceneNames.filter((name) => (values.scene ?? name) === name)
const seedsOf = (name: SceneName): readonly number[] => {
  if (values.planted && run.seeds === null) return scenes[name].seeds
  return Array.from({ length: run.seeds ?? 1 }, (_, index) => run.first + index)
}

const server = await startDatabaseServer()
try {
  // A seed proves a bug only if it passes without the bug.
  const hasPassed = (await runSeeds(server)) && (!values.planted || (await findAllPlanted(server)))
  process.exitCode = hasPassed ? 0 : 1
} finally {
  await server.stop()
}

/** Runs all seeds. Prints the shortest run of each failing seed. Returns true if all pass. */
async function runSeeds(server: DatabaseServer): Promise<boolean> {
  const database = await copyTemplate(server)
  const system = await System.start({ product: await loadProduct(), databaseUrl: database.url })
  const failed: string[] = []
  try {
    for (const name of selectedScenes) {
      for (const seed of seedsOf(name)) {
        const script = scenes[name].generate(seed, run.steps)
        const failure = await simulate(system, script).catch(failureOf)
        if (!failure) continue
        failed.push(`${seed} of ${name}`)
        const shortest = await shrink(system, script, failure)
        say(`${name}, ${describeFailure(shortest.script, shortest.failure)}\n`)
      }
    }
  } finally {
    await system.stop()
    await database.drop()
  }
  const outcome = failed.length === 0 ? 'no failure' : `failures in seeds ${failed.join(', ')}`
  const seeds = selectedScenes.map((name) => `${seedsOf(name).length} of ${name}`).join(' and ')
  say(`seeds ${seeds}, ${run.steps} rounds each: ${outcome}`)
  return failed.length === 0
}

/** Looks for every planted bug and prints the seed that finds it. Returns true if all are found. */
async function findAllPlanted(server: DatabaseServer): Promise<boolean> {
  let missed = 0
  const selectedBugs = plantedBugs.filter(
    ({ name, scene }) =>
      selectedScenes.includes(scene ?? 'credits') && name.includes(values.bug ?? ''),
  )
  for (const bug of selectedBugs) {
    const found = await findPlantedBug(server, bug, run.steps)
    if (!found) missed += 1
    say(`${found ? `found by seed ${found.seed}` : 'NOT FOUND'}: ${bug.name}`)
    if (found) say(`    ${found.failure.problems[0]?.slice(0, 300)}`)
  }
  say(`${selectedBugs.length - missed} of ${selectedBugs.length} planted bugs were found`)
  return missed === 0
}
