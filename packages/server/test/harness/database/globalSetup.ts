import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databaseServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseServer
  }
}

/** One PostgreSQL for the whole run: the embedded one, or that of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startDatabaseServer()
  project.provide('postgres', { url, template })
  return stop
}
