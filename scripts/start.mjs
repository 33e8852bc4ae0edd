import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled } from './ensureInstalled.mjs'
import { ensureWeb } from './ensureWeb.mjs'
import { runInNode24 } from './runInNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const purser = `${root}/packages/server/src/bin/purser.ts`
/**
 * With this setting, garbage collection of young objects runs more often and the process stays
 * under 350 MB. See docs/performance.md.
 */
const SMALL_NURSERY = '--max-semi-space-size=16'

ensureInstalled(root, { development: false })
ensureWeb(root)

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // This process already runs the right Node.js, so signals and exit codes need no forwarding.
  process.argv = [process.execPath, purser, 'start']
  await import(pathToFileURL(purser).href)
} else {
  runInNode24(root, [SMALL_NURSERY, purser, 'start'])
}
