import { copyTemplate, type DatabaseServer } from '../../harness/database/databaseServer.ts'
import { scenes } from '../scenes/scenes.ts'
import { failureOf } from '../shrink.ts'
import { type Failure, simulate } from '../simulate.ts'
import { loadProduct } from '../system/product.ts'
import { System } from '../system/system.ts'
import { plantBug } from './plantBug.ts'
import type { PlantedBug } from './plantedBugs.ts'

/**
 * The number of tries with the bug's own seed. On a slow machine, a timer of the product may fire
 * later, which changes the order of statements.
 */
const TRIES = 3

/** Runs the simulation with a bug in the product. Returns null if no seed finds it. */
export async function findPlantedBug(
  server: DatabaseServer,
  bug: PlantedBug,
  steps: number,
): Promise<{ seed: number; failure: Failure } | null> {
  const database = await copyTemplate(server)
  const { rewrite, sabotage } = bug
  const { generate, seeds } = scenes[bug.scene ?? 'credits']
  const system = await System.start({
    product: await loadProduct(plantBug(bug)),
    databaseUrl: database.url,
    ...(rewrite && { rewrite }),
    ...(sabotage && { sabotage }),
  })
  try {
    const ownSeedTries = Array.from({ length: TRIES }, () => bug.seed)
    for (const seed of [...ownSeedTries, ...seeds.filter((other) => other !== bug.seed)]) {
      const failure = await simulate(system, generate(seed, steps)).catch(failureOf)
      if (failure) return { seed, failure }
      if (rewrite && !system.hasRewritten) {
        throw new Error(`"${bug.name}" cannot be planted: the product sent no statement to rewrite`)
      }
    }
    return null
  } finally {
    await system.stop()
    await database.drop()
  }
}
