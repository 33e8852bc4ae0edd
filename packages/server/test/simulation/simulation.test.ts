import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/testDatabase.ts'
import { loadProduct } from './product.ts'
import { regressions } from './regressions.ts'
import { describeFailure } from './report.ts'
import { STEPS, sceneNames, scenes } from './scenes.ts'
import type { Script } from './script.ts'
import { simulate } from './simulate.ts'
import { System } from './system.ts'

/** Every answer and all state agree with the model, whatever runs at the same time. */
describe('the simulation', () => {
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

  const problemsOf = async (script: Script): Promise<string> => {
    const failure = await simulate(system, script)
    return failure ? describeFailure(script, failure) : ''
  }

  describe.each(sceneNames)('of %s', (name) => {
    const { generate, seeds } = scenes[name]
    it.each(Array.from({ length: seeds }, (_, index) => index + 1))(
      'holds for seed %i',
      async (seed) => {
        expect(await problemsOf(generate(seed, STEPS))).toBe('')
      },
    )
  })

  it.each(regressions)('holds where it once did not: $name', async ({ script }) => {
    expect(await problemsOf(script)).toBe('')
  })

  it('notices a row that nobody accounts for', async () => {
    const script = scenes.credits.generate(1, 2)
    const stray = `INSERT INTO credit_days (bucket, environment_id, account_id, day, consumed)
      SELECT bucket, environment_id, id, '2020-01-01', 1 FROM credit_accounts`
    const { breaches } = system
    system.breaches = async () => {
      await system.owner.query(stray)
      return breaches.call(system)
    }
    try {
      expect(await problemsOf(script)).toContain('2020-01-01')
    } finally {
      system.breaches = breaches
    }
  })
})
