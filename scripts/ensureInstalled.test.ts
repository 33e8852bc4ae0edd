import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = pathToFileURL(resolve(import.meta.dirname, 'ensureInstalled.mjs')).href
/** Settings of npm on this machine. The test hides them from npm. */
const INHERITED_SETTINGS = /^(npm_config_.*|https?_proxy|all_proxy)$/i
let scratch: string
let registry: Server
/** The tarballs of the package `leaf` in the registry, by version. */
let published: Map<string, Buffer>

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'purser-install-'))
  published = new Map()
  registry = createServer((request, response) => {
    const tarball = published.get(/leaf-(.*)\.tgz$/.exec(request.url ?? '')?.[1] ?? '')
    if (tarball) return response.end(tarball)
    // npm does not ask for this document again for five minutes.
    response.setHeader('cache-control', 'max-age=300')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'leaf', 'dist-tags': {}, versions: versions() }))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  registry.closeAllConnections()
  registry.close()
  rmSync(scratch, { recursive: true, force: true })
})

const registryUrl = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
const integrityOf = (tarball: Buffer) =>
  `sha512-${createHash('sha512').update(tarball).digest('base64')}`
const versions = () =>
  Object.fromEntries(
    [...published].map(([version, tarball]) => {
      const dist = {
        tarball: `${registryUrl()}/leaf-${version}.tgz`,
        integrity: integrityOf(tarball),
      }
      return [version, { name: 'leaf', version, dist }]
    }),
  )

function publish(version: string): void {
  const folder = join(scratch, `leaf-${version}`)
  mkdirSync(join(folder, 'package'), { recursive: true })
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'leaf', version }))
  const tarball = join(folder, 'leaf.tgz')
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
  published.set(version, readFileSync(tarball))
}

/** Writes a lockfile that names a version but no address, like the lockfile of Purser. */
function lock(version: string): void {
  const integrity = integrityOf(published.get(version) ?? Buffer.of())
  const root = { name: 'app', version: '1.0.0', dependencies: { leaf: version } }
  const packages = { '': root, 'node_modules/leaf': { version, integrity } }
  const write = (name: string, text: string) => writeFileSync(join(scratch, name), text)
  write('package.json', JSON.stringify(root))
  write('package-lock.json', JSON.stringify({ ...root, lockfileVersion: 3, packages }))
}

const install = () =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { ensureInstalled } from ${JSON.stringify(script)}
       ensureInstalled(${JSON.stringify(scratch)}, { development: true })`,
    ],
    {
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !INHERITED_SETTINGS.test(name)),
        ),
        npm_config_userconfig: join(scratch, 'npmrc'),
        npm_config_cache: join(scratch, 'cache'),
        npm_config_registry: registryUrl(),
      },
    },
  )
const installed = () =>
  JSON.parse(readFileSync(join(scratch, 'node_modules/leaf/package.json'), 'utf8')).version

test('a new version is installed even if the npm cache does not contain it', async () => {
  publish('1.0.0')
  lock('1.0.0')
  await install()
  expect(installed()).toBe('1.0.0')

  publish('1.1.0')
  lock('1.1.0')
  const { stderr } = await install()
  expect(installed()).toBe('1.1.0')
  expect(stderr).not.toContain('1.1.0')

  const { stderr: nothingToDo } = await install()
  expect(nothingToDo).toBe('')
})

test('a package that the registry lacks ends the installation with an explanation', async () => {
  publish('1.0.0')
  lock('1.0.0')
  published.clear()
  await expect(install()).rejects.toThrow(
    'Installing the dependencies failed. Check that npm is on the PATH and can reach the registry.',
  )
})
