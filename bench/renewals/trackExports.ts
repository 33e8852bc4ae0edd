import type { EndedPeriod } from './endedPeriod.ts'
import { EXPORT_EVENT } from './subscriberCatalog.ts'

const EVENTS_PER_REQUEST = 100
const DAY_MS = 86_400_000

/** Tracks one export of each customer on the last day of the period, through the API. */
export async function trackExports(
  { port, apiKey }: { port: number; apiKey: string },
  customerIds: readonly string[],
  { end }: EndedPeriod,
): Promise<void> {
  const timestamp = new Date(end.getTime() - DAY_MS).toISOString()
  for (let from = 0; from < customerIds.length; from += EVENTS_PER_REQUEST) {
    const part = customerIds.slice(from, from + EVENTS_PER_REQUEST)
    const events = part.map((customerId) => ({
      customerId,
      eventName: EXPORT_EVENT,
      idempotencyKey: `export_${customerId}`,
      timestamp,
    }))
    const response = await fetch(`http://127.0.0.1:${port}/v1/usage/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ events }),
    })
    const answer = await response.text()
    if (!answer.includes(`"accepted":${part.length},`)) throw new Error(answer)
  }
}
