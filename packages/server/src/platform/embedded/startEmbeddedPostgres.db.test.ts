import { readdir, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { processesOf, query, showSetting, TestDirectory } from './testing/TestDirectory.ts'

async function start(directory: TestDirectory, onLog?: (line: string) => void) {
  const server = await startEmbeddedPostgres({
    dataDir: directory.dataDir,
    ...(onLog ? { onLog } : {}),
  })
  onTestFinished(() => server.stop())
  return { server, url: server.connectionString('postgres') }
}

describe('startEmbeddedPostgres', () => {
  test('is durable, uses UTC and UTF8, and has checksums', async () => {
    const { url } = await start(await TestDirectory.create())
    for (const [setting, value] of Object.entries({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      wal_level: 'replica',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      max_connections: '200',
      shared_buffers: '128MB',
      password_encryption: 'scram-sha-256',
    })) {
      expect([setting, await showSetting(url, setting)]).toEqual([setting, value])
    }
    const collations = await query(url, 'SELECT DISTINCT datcollate FROM pg_database')
    expect(collations).toEqual([{ datcollate: 'C' }])
  })

  test('keeps fsync on despite a configuration file or ALTER SYSTEM', async () => {
    const directory = await TestDirectory.createWithCluster()
    const first = await start(directory)
    await query(first.url, 'ALTER SYSTEM SET fsync = off')
    await query(first.url, `ALTER SYSTEM SET listen_addresses = '*'`)
    await query(first.url, 'SELECT pg_reload_conf()')
    await first.server.stop()
    const { url } = await start(directory)
    expect(await showSetting(url, 'fsync')).toBe('on')
    expect(await showSetting(url, 'listen_addresses')).toBe('127.0.0.1')
  })

  test('refuses a wrong or missing password, and pg_hba trusts nobody', async () => {
    const { url } = await start(await TestDirectory.createWithCluster())
    const password = new URL(url).password
    expect(Buffer.from(password, 'base64url').length * 8).toBeGreaterThanOrEqual(160)
    for (const wrong of ['wrong', `${password}x`]) {
      await expect(query(url.replace(password, wrong), 'SELECT 1')).rejects.toMatchObject({
        code: '28P01',
      })
    }
    await expect(query(url.replace(`:${password}`, ''), 'SELECT 1')).rejects.toThrow(/password/)
    const rules = await query(url, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
  })

  test('listens only on 127.0.0.1, without a socket file', async () => {
    const { url } = await start(await TestDirectory.createWithCluster())
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(await showSetting(url, 'listen_addresses')).toBe('127.0.0.1')
    expect(await showSetting(url, 'unix_socket_directories')).toBe('')
    const others = Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address }) => address),
    )
    for (const host of others.filter((address) => address !== '127.0.0.1')) {
      const { port, password } = new URL(url)
      const client = new pg.Client({
        host,
        port: Number(port),
        user: 'purser',
        password,
        connectionTimeoutMillis: 2000,
      })
      client.on('error', () => undefined)
      await expect(client.connect(), `connected through ${host}`).rejects.toThrow()
    }
  })

  test('also listens on a socket file if asked to, and still requires the password', async () => {
    const directory = await TestDirectory.createWithCluster()
    const server = await startEmbeddedPostgres({ dataDir: directory.dataDir, hasSocket: true })
    onTestFinished(() => server.stop())
    const url = new URL(server.connectionString('postgres'))
    url.searchParams.set('host', directory.clusterDir)
    const peer = 'SELECT inet_client_addr() AS address'
    expect(await query(url.href, peer)).toEqual([{ address: null }])
    url.password = 'wrong'
    await expect(query(url.href, peer)).rejects.toMatchObject({ code: '28P01' })
  })

  test('lets only its owner read the password', async () => {
    const directory = await TestDirectory.create()
    await start(directory)
    expect((await stat(path.join(directory.clusterDir, 'purser.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(directory.clusterDir)).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(directory.dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600)
  })

  test('keeps data and password across a restart; stop leaves no process and may be repeated', async () => {
    const directory = await TestDirectory.createWithCluster()
    const first = await start(directory)
    const name = String(await showSetting(first.url, 'cluster_name'))
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value')
    // An open session must not delay the shutdown.
    const idle = new pg.Client({ connectionString: first.url })
    idle.on('error', () => undefined)
    await idle.connect()
    await Promise.all([first.server.stop(), first.server.stop()])
    await first.server.stop()
    expect(await processesOf(name)).toEqual([])
    expect((await readdir(directory.dataDir)).sort()).toEqual([
      'postgres',
      'postgres.lock',
      'postgres.log',
    ])

    const second = await start(directory)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
    expect(second.server).toMatchObject({ replacedOrphan: false })
  })

  test('forwards the log and reports when the server ends unexpectedly', async () => {
    const directory = await TestDirectory.createWithCluster()
    const lines: string[] = []
    const { server } = await start(directory, (line) => lines.push(line))
    process.kill(await directory.postmasterPid(), 'SIGINT')
    await expect.poll(() => lines.join('\n'), { timeout: 60_000 }).toMatch(/ended unexpectedly/)
    await server.stop()
    expect(lines.join('\n')).toMatch(/ready to accept connections/)
    expect(lines.join('\n')).toMatch(/database system is shut down/)
  })

  test("quotes the server's error when it cannot start, and frees the directory", async () => {
    const directory = await TestDirectory.createWithCluster()
    const first = await start(directory)
    await first.server.stop()
    const config = path.join(directory.clusterDir, 'postgresql.auto.conf')
    await writeFile(config, "shared_buffers = 'plenty'\n")
    await expect(startEmbeddedPostgres({ dataDir: directory.dataDir })).rejects.toThrow(
      /^The embedded PostgreSQL ended while starting: .*postgres\.log.*DATABASE_URL(?:.|\n)*shared_buffers/,
    )
    await writeFile(config, '')
    await start(directory)
  })

  test('explains the problem when the data directory cannot be created', async () => {
    const directory = await TestDirectory.create()
    await writeFile(directory.dataDir, 'a file is in the way')
    await expect(startEmbeddedPostgres({ dataDir: directory.dataDir })).rejects.toThrow(
      /^Cannot create the data directory .*\.purser: .*PURSER_DATA_DIR/,
    )
  })
})
