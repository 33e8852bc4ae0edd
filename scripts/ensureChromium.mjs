import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail } from './ensureInstalled.mjs'

/** The headless shell is Chromium without windows. It needs half the CPU time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const SYSTEM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds the Chromium for the browser tests: the one named by CHROMIUM_PATH, the system's, or
 * Playwright's. Installs one if there is none. Without a browser the tests fail; they are never
 * skipped.
 */
export async function ensureChromium(root) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (runs(named)) return named
    fail(`CHROMIUM_PATH is "${named}", which does not start. Set it to the path of Chromium.`)
  }
  return (
    findSystem() ??
    (await findPlaywrights(root)) ??
    installDebian() ??
    (await installPlaywrights(root)) ??
    fail(
      'The browser tests need Chromium, which was not found and could not be installed. Install it and set CHROMIUM_PATH.',
    )
  )
}

const runs = (path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).status === 0

function findSystem() {
  const which = (name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()
  return [...SYSTEM_NAMES.map(which), ...SYSTEM_PATHS].find(
    (path) => path && existsSync(path) && runs(path),
  )
}

async function findPlaywrights(root) {
  const { chromium } = await import(
    pathToFileURL(join(root, 'node_modules/playwright-core/index.mjs')).href
  )
  const path = chromium.executablePath()
  return existsSync(path) && runs(path) ? path : undefined
}

function installDebian() {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return undefined
  console.error('Installing Chromium from the Debian packages (once) ...')
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  const install = (name) =>
    apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0
  // Older releases of Debian and Ubuntu have no package for the headless shell.
  return install(HEADLESS_SHELL) || install('chromium') ? findSystem() : undefined
}

async function installPlaywrights(root) {
  console.error("Installing Playwright's Chromium (once) ...")
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return findPlaywrights(root)
}
