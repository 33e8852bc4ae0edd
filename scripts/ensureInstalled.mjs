import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_NODE = 20

/**
 * Installs missing packages from the lockfile. Runs on the machine's Node.js and needs nothing
 * else. Set `development` to include the packages that only the tests need.
 */
export function ensureInstalled(root, { development }) {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
    fail(
      `Purser needs Node ${MIN_NODE} or newer to install itself, but this is Node ${process.versions.node}. Install a newer Node.`,
    )
  }
  if (isInstalled(root, development)) return
  console.error(`Installing dependencies${development ? '' : ' (once)'} ...`)
  const omit = development ? [] : ['--omit=dev']
  const install = (...options) =>
    spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...omit, ...options], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
  let npm = install('--prefer-offline')
  // An old npm cache may not contain the versions that the lockfile names.
  if (npm.status !== 0 && npm.stderr?.includes('ETARGET')) {
    npm = install('--no-prefer-offline', '--prefer-online')
  }
  process.stderr.write(npm.stderr ?? '')
  if (npm.status !== 0) {
    fail(
      'Installing the dependencies failed. Check that npm is on the PATH and can reach the registry.',
    )
  }
}

/** Checks whether all required packages are installed in the versions of the lockfile. */
function isInstalled(root, development) {
  const installedLock = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedLock)) return false
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(packages).every(([path, entry]) => {
    const notNeeded = entry.optional || entry.devOptional || (entry.dev && !development)
    if (!path.startsWith('node_modules/') || notNeeded) return true
    return installed[path]?.version === entry.version || (entry.link && path in installed)
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
