import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ServerUser } from './chooseServerUser.ts'

export interface ServerSpawn {
  /** The path of the directory as a program spawned with these options sees it. */
  directory: string
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>
}

const magicCwd = '/proc/self/cwd'

/**
 * Builds the options to run a PostgreSQL program on a directory. Under root, the directory may be
 * in a place that the unprivileged user cannot enter (a clone in /root). The child therefore enters
 * it while it is still root and refers to it by the kernel's link to its working directory.
 */
export function serverSpawn(directory: string, user: ServerUser | undefined): ServerSpawn {
  const options = {
    cwd: directory,
    // A clean environment: the shell's PGOPTIONS, PGDATA or LD_LIBRARY_PATH must not leak in.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
  if (!user) return { directory, options }
  return {
    directory: existsSync(magicCwd) ? magicCwd : directory,
    options: { ...options, uid: user.uid, gid: user.gid },
  }
}
