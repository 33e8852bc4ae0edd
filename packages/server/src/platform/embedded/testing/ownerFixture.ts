// A process that owns an embedded database, as `purser start` does. Tests start, command and kill
// it.
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbeddedPostgres } from '../index.ts'

const report = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
  // Like `purser start` at Ctrl-C: it still uses the database, then stops it.
  process.once('SIGINT', async () => {
    const client = new pg.Client({ connectionString: server.connectionString('postgres') })
    await client.connect()
    const { rows } = await client.query('SELECT 6 * 7 AS answer')
    await client.end()
    await server.stop()
    report({ answerAfterSigint: rows[0].answer })
    process.exit(0)
  })
  createInterface({ input: process.stdin }).on('line', async (command) => {
    if (command === 'exit') process.exit(0)
    await server.stop()
    process.exit(0)
  })
  report({ url: server.connectionString('postgres'), replacedOrphan: server.replacedOrphan })
} catch (error) {
  report({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  process.exitCode = 1
}
