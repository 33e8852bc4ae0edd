import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databaseServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseServer
  }
}

interface SharedServer {
  started: ReturnType<typeof startDatabaseServer>
  users: number
}

/** Vitest loads this file once per project, so the projects share the server through the process. */
const shared = globalThis as { purserTestServer?: SharedServer }

/** Starts one PostgreSQL for all projects, and stops it after the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.purserTestServer ??= { started: startDatabaseServer(), users: 0 }
  const server = shared.purserTestServer
  server.users += 1
  const { stop, url, template } = await server.started
  project.provide('postgres', { url, template })
  return async () => {
    server.users -= 1
    if (server.users > 0) return
    delete shared.purserTestServer
    await stop()
  }
}
