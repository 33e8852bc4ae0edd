import { describe, expect, inject, it } from 'vitest'
import { findPlantedBug } from './findPlantedBug.ts'
import { plantedBugs } from './plantedBugs.ts'
import { STEPS } from './scenes.ts'

/** By the very seeds that the product holds for. */
describe('the simulation finds a planted bug', () => {
  it.each(plantedBugs)('$name', async (bug) => {
    const server = { url: inject('postgres').serverUrl, stop: async () => {} }
    const found = await findPlantedBug(server, bug, STEPS)
    expect(found).not.toBeNull()
  })
})
