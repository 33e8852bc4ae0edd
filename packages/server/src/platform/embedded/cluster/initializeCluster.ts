import { chown, mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServerUser } from '../chooseServerUser.ts'
import { EmbeddedPostgresError } from '../errors.ts'
import type { PostgresBinaries } from '../locateBinaries.ts'
import { runProgram } from '../processes.ts'
import { initialSettings, serverSpawn } from '../serverOptions.ts'
import { generatePassword, SUPERUSER, writeClusterCredentials } from './clusterCredentials.ts'
import { STAGING_PREFIX } from './inspectCluster.ts'

/**
 * Creates `<dataDir>/postgres`. The work happens in a staging folder, and a single rename gives the
 * finished cluster its name. An incomplete cluster therefore never exists under that name.
 */
export async function initializeCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<string> {
  const staging = await mkdtemp(path.join(dataDir, STAGING_PREFIX))
  try {
    const cluster = path.join(staging, 'cluster')
    const password = generatePassword()
    await mkdir(cluster, { mode: 0o700 })
    await writeFile(path.join(staging, 'password'), `${password}\n`, { mode: 0o600 })
    if (user) {
      for (const file of [staging, cluster, path.join(staging, 'password')]) {
        await chown(file, user.uid, user.gid)
      }
    }
    await runInitdb(binaries, cluster, user)
    await writeClusterCredentials(cluster, password)
    await syncDirectory(cluster)
    await rename(cluster, path.join(dataDir, 'postgres'))
    await syncDirectory(dataDir)
    return password
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function runInitdb(
  binaries: PostgresBinaries,
  cluster: string,
  user: ServerUser | undefined,
): Promise<void> {
  const { directory, options } = serverSpawn(cluster, user)
  const { ok, output } = await runProgram(
    path.join(binaries.home, 'bin', 'initdb'),
    [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${directory}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Bytewise order as in C, with upper and lower case for every script, the same on every
      // machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      ...initialSettings.map((setting) => `--set=${setting}`),
    ],
    options,
  )
  if (ok) return
  throw new EmbeddedPostgresError(
    `PostgreSQL could not create a database in ${cluster} (see below): free some disk space and give this user write access there, or set DATABASE_URL to your own server.\n${output}`,
  )
}

/** A rename survives a power failure only once its directory is on disk. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
