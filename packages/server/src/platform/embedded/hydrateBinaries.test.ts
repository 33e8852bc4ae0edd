import { chmod, cp, mkdir, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hydrateBinaries } from './hydrateBinaries.ts'
import { runProgram } from './processes.ts'
import { TestDirectory } from './testing/TestDirectory.ts'

/** Creates a package as npm unpacks it when it runs no scripts. */
async function unpacked() {
  const { root } = await TestDirectory.create()
  const home = path.join(root, 'linux-x64', 'native')
  await mkdir(path.join(home, 'lib'), { recursive: true })
  await mkdir(path.join(home, 'bin'))
  await writeFile(path.join(home, 'lib', 'libpq.so.5.18'), 'library')
  for (const name of ['postgres', 'initdb']) {
    await writeFile(path.join(home, 'bin', name), 'program', { mode: 0o644 })
  }
  const links = ['native/lib/libpq.so', 'native/lib/libpq.so.5'].map((target) => ({
    source: 'native/lib/libpq.so.5.18',
    target,
  }))
  await writeFile(path.join(home, 'pg-symlinks.json'), JSON.stringify(links))
  return { root, home, link: path.join(home, 'lib', 'libpq.so.5') }
}

describe('hydrateBinaries', () => {
  test('creates the links and execute bits, repeatedly and concurrently', async () => {
    const { home, link } = await unpacked()
    await Promise.all(Array.from({ length: 20 }, () => hydrateBinaries(home)))
    await hydrateBinaries(home)
    expect(await readlink(link)).toBe('libpq.so.5.18')
    expect((await stat(path.join(home, 'bin', 'postgres'))).mode & 0o111).toBe(0o111)
  })

  test('repairs a link that leads nowhere', async () => {
    const { home, link } = await unpacked()
    await symlink('libpq.so.5.17', link)
    await hydrateBinaries(home)
    expect(await readlink(link)).toBe('libpq.so.5.18')
  })

  test('repairs such a link concurrently and leaves no temporary file', async () => {
    const { home, link } = await unpacked()
    await symlink('libpq.so.5.17', link)
    await Promise.all(Array.from({ length: 20 }, () => hydrateBinaries(home)))
    expect(await readlink(link)).toBe('libpq.so.5.18')
    expect((await readdir(path.dirname(link))).sort()).toEqual([
      'libpq.so',
      'libpq.so.5',
      'libpq.so.5.18',
    ])
  })

  test('does nothing for a package that lists no links', async () => {
    const { home } = await unpacked()
    await rm(path.join(home, 'pg-symlinks.json'))
    await hydrateBinaries(home)
  })

  test('explains what to do when the package is not writable', async () => {
    const { root, home } = await unpacked()
    const asUser = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    // Root may write anywhere, so a process of another user makes the attempt.
    for (const name of ['hydrateBinaries.ts', 'errors.ts', 'exists.ts']) {
      await cp(new URL(name, import.meta.url), path.join(root, name))
    }
    const node = path.join(root, 'node')
    await cp(process.execPath, node)
    await writeFile(path.join(root, 'package.json'), '{ "type": "module" }')
    const script = `import { hydrateBinaries } from '${root}/hydrateBinaries.ts'
      await hydrateBinaries('${home}').catch((error) => console.log(error.message))`
    await chmod(path.join(home, 'lib'), 0o555)
    const run = await runProgram(node, ['--input-type=module', '-e', script], {
      ...asUser,
      cwd: root,
    })
    await chmod(path.join(home, 'lib'), 0o755)
    expect(run.output).toMatch(
      /is not complete and this user may not write there: run "npm rebuild/,
    )
  })
})
