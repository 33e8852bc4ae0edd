import { saveKeys } from '../demo/credentials.ts'
import { seedDemo } from '../demo/seedDemo.ts'
import { withDatabase } from '../runtime/withDatabase.ts'

/** Creates the demo merchant and saves its keys, if there is no organization yet. */
export const seed = (): Promise<number> =>
  withDatabase(async (runtime, config) => {
    const keys = await seedDemo(runtime, config)
    await saveKeys(config, keys)
    console.log('The demo merchant exists; its keys are in credentials.json in the data directory.')
    return 0
  })
