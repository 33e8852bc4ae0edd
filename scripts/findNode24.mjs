import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail } from './ensureInstalled.mjs'

const MIN_MAJOR = 24

/**
 * Finds the Node.js that runs Purser: the Node.js among the dependencies, or else this Node.js if
 * it is new enough.
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
    `Purser needs Node ${MIN_MAJOR}, but npm has no Node ${MIN_MAJOR} for ${process.platform}-${process.arch}. Install it and run this command again.`,
  )
}
