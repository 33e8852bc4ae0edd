import { mkdtemp, readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIBIBYTE = 2 ** 30
/** Twice the size of the databases of a whole run. */
const ENOUGH_SPACE = 4 * GIBIBYTE
const ENOUGH_MEMORY = 6 * GIBIBYTE

/**
 * Creates a directory for a database, in memory if there is enough space, otherwise on disk. A
 * database has many small files, which are slow to create on a disk.
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

/** Checks that programs may be run from memory, because some tests do that. */
async function mayHoldPrograms(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY)
  return options !== undefined && !/\bnoexec\b/.test(options)
}
