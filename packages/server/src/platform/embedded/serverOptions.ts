import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ServerUser } from './chooseServerUser.ts'

/** Written once to postgresql.conf, where an operator may change them. */
export const initialSettings = [
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'log_timezone=UTC',
]

export interface ServerOptions {
  port: number
  clusterName: string
  /** Also accepts connections through a socket file in the cluster's directory. */
  hasSocket?: boolean | undefined
}

/**
 * Settings that Purser's guarantees depend on. They are passed on the command line at each start,
 * so neither a configuration file nor ALTER SYSTEM can override them.
 */
export function enforcedSettings({ port, clusterName, hasSocket }: ServerOptions): string[] {
  return [
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${hasSocket ? '.' : ''}`,
    'password_encryption=scram-sha-256',
    // The next owner recognizes this server and its sessions by this name.
    `cluster_name=${clusterName}`,
    'update_process_title=on',
    // Logs to the stream that goes to the log file. A collector would start one more process.
    'logging_collector=off',
    'log_destination=stderr',
    // Shows progress during a long crash recovery.
    'log_startup_progress_interval=5s',
  ]
}

interface ServerSpawn {
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
