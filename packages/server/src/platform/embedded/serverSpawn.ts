import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ServerUser } from './chooseServerUser.ts'

export interface ServerSpawn {
  /** How a program spawned with these options names the directory. */
  directory: string
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>
}

const magicCwd = '/proc/self/cwd'

/**
 * How to run a PostgreSQL program on a directory. Under root the directory may lie where the
 * unprivileged user cannot go (a clone in /root), so the child is put into it while it is still
 * root and calls it by the kernel's link to its working directory, which needs no way there.
 */
export function serverSpawn(directory: string, user: ServerUser | undefined): ServerSpawn {
  const options = {
    cwd: directory,
    // A clean environment: PGOPTIONS, PGDATA or LD_LIBRARY_PATH of the shell must not leak in.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
  if (!user) return { directory, options }
  return {
    directory: existsSync(magicCwd) ? magicCwd : directory,
    options: { ...options, uid: user.uid, gid: user.gid },
  }
}
