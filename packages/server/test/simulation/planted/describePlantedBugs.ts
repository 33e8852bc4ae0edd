import { describe, expect, inject, it } from 'vitest'
import { STEPS } from '../scenes/scenes.ts'
import { someOf } from '../scenes/someOf.ts'
import { findPlantedBug } from './findPlantedBug.ts'
import type { PlantedBug } from './plantedBugs.ts'

/**
 * Declares one test per planted bug. Each part of the product has a test file, so that the files
 * run in parallel.
 */
export const describePlantedBugs = (bugs: readonly PlantedBug[]) =>
  describe('the simulation finds this planted bug:', () => {
    it.each(someOf(bugs))('$name', async (bug) => {
      const found = await findPlantedBug(inject('postgres'), bug, STEPS)
      expect(
        found,
        `neither seed ${bug.seed} nor another seed of the scene finds the bug`,
      ).not.toBeNull()
      if (found && found.seed !== bug.seed) {
        console.warn(
          `"${bug.name}" is found by seed ${found.seed}, not by ${bug.seed}: correct its seed in planted/`,
        )
      }
    })
  })
