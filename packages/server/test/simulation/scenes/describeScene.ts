import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../harness/database/testDatabase.ts'
import { describeFailure } from '../report.ts'
import type { Script } from '../script/script.ts'
import { simulate } from '../simulate.ts'
import { loadProduct } from '../system/product.ts'
import { System } from '../system/system.ts'
import { type SceneName, STEPS, scenes } from './scenes.ts'
import { someOf } from './someOf.ts'

/** The product on a database of the test file, as the simulation runs it. */
export function useSystem(): {
  system(): System
  /** What the model does not agree with in a run; empty: nothing. */
  problemsOf(script: Script): Promise<string>
} {
  let database: TestDatabase
  let system: System
  beforeAll(async () => {
    database = await createTestDatabase()
    system = await System.start({ product: await loadProduct(), databaseUrl: database.url })
  })
  afterAll(async () => {
    await system.stop()
    await database.drop()
  })
  return {
    system: () => system,
    problemsOf: async (script) => {
      const failure = await simulate(system, script)
      return failure ? describeFailure(script, failure) : ''
    },
  }
}

/** Every answer and all state agree with the model. A file for each scene, so that they run side by side. */
export const describeScene = (name: SceneName) =>
  describe(`the simulation of ${name}`, () => {
    const { problemsOf } = useSystem()
    const { generate, seeds } = scenes[name]
    it.each(someOf(seeds))('holds for seed %i', async (seed) => {
      expect(await problemsOf(generate(seed, STEPS))).toBe('')
    })
  })
