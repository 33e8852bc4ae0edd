import { IngestionClient } from '../../src/index.ts'

/**
 * Tracks so many events as fast as the server takes them, and prints how far it is, how much memory
 * it holds and what it was told of. Run with --expose-gc.
 */
const [baseUrl = '', apiKey = '', total = '0', customers = '1'] = process.argv.slice(2)
const told: Record<string, number> = {}
const client = new IngestionClient({
  apiKey,
  baseUrl,
  onFlushError: ({ code }) => {
    told[code] = (told[code] ?? 0) + 1
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
  // Whoever makes events faster than they are taken would lose some.
  while (client.bufferSize >= 5_000) await pause()
  client.track({ customerId: `flood-${at % Number(customers)}`, eventName: 'image.generated' })
  tracked += 1
}
// The timer goes on sending however long the server is away; a shutdown would give up at some point.
while (client.bufferSize > 0) await pause()
clearInterval(watch)
say({ acknowledged: tracked })
await client.shutdown()
const seconds = (performance.now() - begun) / 1_000
say({ left: client.bufferSize, seconds, startMb, mostMb, endMb: retainedMb(), told })
