import { IngestionClient } from '../../src/index.ts'

/**
 * Tracks one event and does nothing else. With `shutdown`, delivers the event first. With `linger`,
 * runs for a second, in which the server asks the client to wait.
 */
const [baseUrl = '', apiKey = '', how] = process.argv.slice(2)
const client = new IngestionClient({
  apiKey,
  baseUrl,
  flushIntervalMs: how === 'linger' ? 1 : 600_000,
  onFlushError: ({ code }) => console.log(code),
})
client.track({ customerId: 'ada', eventName: 'letter.written' })
if (how === 'shutdown') {
  const { accepted } = await client.shutdown()
  console.log(`${accepted} accepted`)
}
if (how === 'linger') setTimeout(() => console.log('left'), 1_000)
