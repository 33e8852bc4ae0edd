import { IngestionClient } from '../../src/index.ts'

/**
 * Tracks `count` events as fast as the server accepts them, and prints the progress, the memory in
 * use and the reported errors. Run with --expose-gc.
 */
const [baseUrl = '', apiKey = '', total = '0', customers = '1'] = process.argv.slice(2)
const errors: Record<string, number> = {}
const client = new IngestionClient({
  apiKey,
  baseUrl,
  onFlushError: ({ code }) => {
    errors[code] = (errors[code] ?? 0) + 1
  },
})
const usedMb = () => process.memoryUsage().heapUsed / 2 ** 20
const retainedMb = () => {
  globalThis.gc?.()
  return usedMb()
}
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const begun = performance.now()
const startMb = retainedMb()
let mostMb = startMb
let tracked = 0
const watch = setInterval(() => {
  mostMb = Math.max(mostMb, usedMb())
  say({ acknowledged: tracked - client.bufferSize })
}, 20)
const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
for (let at = 0; at < Number(total); at += 1) {
  // Tracking faster than the server accepts would drop events.
  while (client.bufferSize >= 5_000) await pause()
  client.track({ customerId: `flood-${at % Number(customers)}`, eventName: 'image.generated' })
  tracked += 1
}
// The timer retries until the server is back. A shutdown would give up after a few retries.
while (client.bufferSize > 0) await pause()
clearInterval(watch)
say({ acknowledged: tracked })
await client.shutdown()
const seconds = (performance.now() - begun) / 1_000
say({ left: client.bufferSize, seconds, startMb, mostMb, endMb: retainedMb(), errors })
