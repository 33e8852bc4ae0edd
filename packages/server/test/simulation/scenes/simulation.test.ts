import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plantedBugs } from '../planted/plantedBugs.ts'
import { useSystem } from './describeScene.ts'
import { regressions } from './regressions.ts'
import { sceneNames, scenes } from './scenes.ts'

describe('the simulation', () => {
  const { system, problemsOf } = useSystem()

  it('has a test file for every scene', () => {
    const files = readdirSync(import.meta.dirname)
    expect(files).toEqual(expect.arrayContaining(sceneNames.map((name) => `${name}Scene.test.ts`)))
  })

  it('lists every seed that finds a planted bug among the seeds of its scene', () => {
    const seedsOutsideSuite = plantedBugs.filter(
      ({ scene = 'credits', seed }) => !(scenes[scene].seeds as readonly number[]).includes(seed),
    )
    expect(seedsOutsideSuite.map(({ name }) => name)).toEqual([])
  })

  it.each(regressions)(
    'finds no difference in a run that once failed: $name',
    async ({ script }) => {
      expect(await problemsOf(script)).toBe('')
    },
  )

  it('finds a row that no operation explains', async () => {
    const script = scenes.credits.generate(1, 2)
    const stray = `INSERT INTO credit_days (bucket, environment_id, account_id, day, consumed)
      SELECT bucket, environment_id, id, '2020-01-01', 1 FROM credit_accounts`
    const disturbed = system()
    const { violatedInvariants: breaches } = disturbed
    disturbed.violatedInvariants = async () => {
      await disturbed.owner.query(stray)
      return breaches.call(disturbed)
    }
    try {
      expect(await problemsOf(script)).toContain('2020-01-01')
    } finally {
      disturbed.violatedInvariants = breaches
    }
  })
})
