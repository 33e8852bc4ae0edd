import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyTemplate, type DatabaseServer } from '../database/databaseServer.ts'
import { freePort } from './freePort.ts'
import { oncePerRun } from './oncePerRun.ts'
import { runCommandHere, temporaryDataDir } from './purserProcess.ts'

/** An installation with the demo merchant in its database and the keys in its data directory. */
interface SeededInstallation {
  settings: {
    PURSER_DATA_DIR: string
    DATABASE_URL: string
    PORT: string
    PURSER_RATE_LIMIT: string
  }
  remove(): Promise<void>
}

interface Template {
  files: { name: string; base64: string }[]
  server: DatabaseServer
}

/** Creates an installation for one test. The first call of a run creates the demo merchant. */
export async function createSeededInstallation(): Promise<SeededInstallation> {
  const { files, server } = await oncePerRun('seeded-installation', createTemplate)
  const { dataDir, remove } = await temporaryDataDir()
  for (const { name, base64 } of files) {
    await writeFile(join(dataDir, name), base64, { encoding: 'base64', mode: 0o600 })
  }
  const database = await copyTemplate(server)
  return {
    settings: {
      PURSER_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      PURSER_RATE_LIMIT: 'off',
    },
    remove: async () => {
      await database.drop()
      await remove()
    },
  }
}

async function createTemplate(): Promise<Template> {
  const server = inject('postgres')
  const { url } = await copyTemplate(server)
  const { dataDir, remove } = await temporaryDataDir()
  const { code, stderr } = await runCommandHere(['seed'], {
    PURSER_DATA_DIR: dataDir,
    DATABASE_URL: url,
  })
  if (code !== 0) throw new Error(stderr)
  const files = await Promise.all(
    (await readdir(dataDir)).map(async (name) => ({
      name,
      base64: await readFile(join(dataDir, name), 'base64'),
    })),
  )
  await remove()
  return { files, server: { url: server.url, template: new URL(url).pathname.slice(1) } }
}
