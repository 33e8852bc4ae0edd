import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from './harness/process/purserProcess.ts'

interface Lock {
  packages: Record<
    string,
    { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }
  >
}

const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock

describe('the lockfile', () => {
  it('contains the packages of every platform, so that npm ci works on each', () => {
    // npm drops the packages of other platforms when it changes an existing installation.
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(
          (name) =>
            !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
        )
        .map((name) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('names no registry host', () => {
    const named = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link)
    expect(named.map(([path]) => path)).toEqual([])
  })
})
