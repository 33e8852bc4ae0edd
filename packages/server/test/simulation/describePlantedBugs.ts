import { describe, expect, inject, it } from 'vitest'
import { findPlantedBug } from './findPlantedBug.ts'
import type { PlantedBug } from './plantedBugs.ts'
import { STEPS } from './scenes.ts'

/** Each is found. In a file for each part of the product, so that they are looked for side by side. */
export const describePlantedBugs = (bugs: readonly PlantedBug[]) =>
  describe('the simulation finds a planted bug', () => {
    it.each(bugs)('$name', async (bug) => {
      const found = await findPlantedBug(inject('postgres'), bug, STEPS)
      expect(found).not.toBeNull()
    })
  })
