import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databaseServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseServer
  }
}

/** Starts one PostgreSQL for all tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startDatabaseServer()
  project.provide('postgres', server)
  return stop
}
