import { describe, expect, inject, it } from 'vitest'
import { STEPS } from '../scenes/scenes.ts'
import { someOf } from '../scenes/someOf.ts'
import { findPlantedBug } from './findPlantedBug.ts'
import type { PlantedBug } from './plantedBugs.ts'

/** Enough to try all seeds when the one that is tried first does not find it any more. */
const PATIENCE_MS = 180_000

/** Each is found. In a file for each part of the product, so that they are looked for side by side. */
export const describePlantedBugs = (bugs: readonly PlantedBug[]) =>
  describe('the simulation finds a planted bug', () => {
    it.each(someOf(bugs))('$name', { timeout: PATIENCE_MS }, async (bug) => {
      const found = await findPlantedBug(inject('postgres'), bug, STEPS)
      expect(found, `neither by its seed ${bug.seed} nor by any other of its scene`).not.toBeNull()
      if (found && found.seed !== bug.seed) {
        console.warn(
          `"${bug.name}" is found by seed ${found.seed}, not ${bug.seed}: write that down`,
        )
      }
    })
  })
