import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databaseServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseServer
    /** A temporary folder in node_modules. Programs in this folder find the installed packages. */
    runFolder: string
  }
}

interface Run extends DatabaseServer {
  runFolder: string
  end(): Promise<void>
}

const PACKAGES = resolve(import.meta.dirname, '../../../../../node_modules')

/**
 * Vitest loads this file once per project, so the projects share a run through a global variable.
 */
const shared = globalThis as { purserTestRun?: { started: Promise<Run>; projects: number } }

/** Starts one PostgreSQL for all projects, and stops it after the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.purserTestRun ??= { started: startRun(), projects: 0 }
  const run = shared.purserTestRun
  run.projects += 1
  const { url, template, runFolder, end } = await run.started
  project.provide('postgres', { url, template })
  project.provide('runFolder', runFolder)
  return async () => {
    run.projects -= 1
    if (run.projects > 0) return
    delete shared.purserTestRun
    await end()
  }
}

async function startRun(): Promise<Run> {
  const { url, template, stop } = await startDatabaseServer()
  const runFolder = await mkdtemp(join(PACKAGES, '.purser-tests-'))
  return {
    url,
    template,
    runFolder,
    end: async () => {
      await stop()
      await rm(runFolder, { recursive: true, force: true })
    },
  }
}
