import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'

/** The user that PostgreSQL runs as instead of root. */
export interface ServerUser {
  uid: number
  gid: number
}

/** Tried in this order. The user must have an entry in the user database, which initdb reads. */
const candidates = ['postgres', '_postgres', 'nobody']

/**
 * Chooses the user that runs PostgreSQL. PostgreSQL refuses to run as root, so root starts it as an
 * unprivileged user that already exists: the owner of an existing cluster (PostgreSQL requires it),
 * otherwise the first candidate. Undefined means the user who runs this process.
 */
export async function chooseServerUser(
  clusterOwner: ServerUser | undefined,
): Promise<ServerUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  if (clusterOwner) return clusterOwner
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  for (const name of candidates) {
    const user = fromPasswd(passwd, name) ?? (await fromId(name))
    if (user && user.uid !== 0) return user
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and this system has neither a user "postgres" nor "nobody": create one with "useradd --system postgres", start Purser as a normal user, or set DATABASE_URL.',
  )
}

function fromPasswd(passwd: string, name: string): ServerUser | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')
  return fields && toUser(fields[2], fields[3])
}

/** Finds users that live in a directory service, as on macOS. */
async function fromId(name: string): Promise<ServerUser | undefined> {
  const run = promisify(execFile)
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return toUser(uid.stdout, gid.stdout)
  } catch {
    return undefined
  }
}

function toUser(uid: string | undefined, gid: string | undefined): ServerUser | undefined {
  // "| 0": macOS prints -2 as 4294967294, which Node.js would refuse.
  const user = { uid: Number(uid) | 0, gid: Number(gid) | 0 }
  return uid?.trim() && gid?.trim() && user.uid !== 0 ? user : undefined
}
