/** Written once to postgresql.conf, where an operator may change them. */
export const initialSettings = [
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'log_timezone=UTC',
]

/**
 * Settings that Purser's guarantees depend on. They are passed on the command line at each start,
 * so neither a configuration file nor ALTER SYSTEM can override them.
 */
export function enforcedSettings(port: number, clusterName: string): string[] {
  return [
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
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
