/** Written to postgresql.conf once, where an operator may change them. */
export const initialSettings = [
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'log_timezone=UTC',
]

/**
 * Given on the command line at each start, which no configuration file and no ALTER SYSTEM can
 * override: what Purser promises rests on them.
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
    // How the next owner recognises this server and its sessions among all processes.
    `cluster_name=${clusterName}`,
    'update_process_title=on',
    // To the stream that we write to the log file; a collector would start one more process.
    'logging_collector=off',
    'log_destination=stderr',
    // Gives a sign of life during a long crash recovery.
    'log_startup_progress_interval=5s',
  ]
}
