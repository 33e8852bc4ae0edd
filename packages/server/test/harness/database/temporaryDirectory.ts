import { mkdtemp, readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIBIBYTE = 2 ** 30
/** More than the databases of a whole run take, and as much again for those who run them. */
const ENOUGH_SPACE = 4 * GIBIBYTE
const ENOUGH_MEMORY = 6 * GIBIBYTE

/**
 * A new directory for a database: in memory where there is plenty, on disk elsewhere. The files of
 * a database are many and small, and most of what a copy costs on disk is their making.
 */
export async function temporaryDirectory(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? MEMORY : tmpdir(), prefix))
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    const isLarge = bavail * bsize > ENOUGH_SPACE && process.availableMemory() > ENOUGH_MEMORY
    return isLarge && (await mayHoldPrograms())
  } catch {
    return false
  }
}

/** Some tests run programs from the directory that they get. */
async function mayHoldPrograms(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY)
  return options !== undefined && !/\bnoexec\b/.test(options)
}
