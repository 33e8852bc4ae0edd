import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail } from './ensureInstalled.mjs'

const MIN_MAJOR = 24

/**
 * Finds the Node.js that runs Purser: the one from our dependencies, otherwise this one if it is
 * new enough.
 */
export function findNode24(root) {
  const bundled = join(
    root,
    'node_modules/.bin',
    process.platform === 'win32' ? 'node.cmd' : 'node',
  )
  for (const node of [bundled, process.execPath]) {
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (status === 0 && Number(stdout.slice(1).split('.')[0]) >= MIN_MAJOR) return node
  }
  return fail(
    `Purser needs Node ${MIN_MAJOR}, and npm has no package of it for ${process.platform}-${process.arch}: install Node ${MIN_MAJOR} and run this again.`,
  )
}
