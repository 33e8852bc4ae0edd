import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../harness/database/testDatabase.ts'
import { describeFailure } from '../report.ts'
import type { Script } from '../script/script.ts'
import { simulate } from '../simulate.ts'
import { loadProduct } from '../system/product.ts'
import { System } from '../system/system.ts'
import { type SceneName, STEPS, scenes } from './scenes.ts'
import { someOf } from './someOf.ts'

/** Starts the product on the database of the test file, as the simulation runs it. */
export function useSystem(): {
  system(): System
  /** Returns the problems of a run, or an empty string. */
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

/**
 * Declares the tests of a scene. All responses and the whole state must agree with the model. Each
 * scene has a test file, so that the scenes run in parallel.
 */
export const describeScene = (name: SceneName) =>
  describe(`the simulation of ${name}`, () => {
    const { problemsOf } = useSystem()
    const { generate, seeds } = scenes[name]
    it.each(someOf(seeds))('agrees with the model for seed %i', async (seed) => {
      expect(await problemsOf(generate(seed, STEPS))).toBe('')
    })
  })
