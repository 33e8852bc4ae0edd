import type { Fetch } from '../checkOptions.ts'
import { jsonResponse, refusal } from './recordFetch.ts'

interface SentEvent {
  customerId: string
  eventName: string
  quantity: number
  timestamp: string
  idempotencyKey: string
  properties?: Record<string, unknown>
}

type Interruption = (events: SentEvent[]) => Response | Error | undefined

/**
 * A fake connection to a server that counts each key once. `interrupt` replaces the answers of the
 * server.
 */
export function fakeConnection() {
  const counted: SentEvent[] = []
  const keys = new Set<string>()
  const requests: SentEvent[][] = []
  let interruptWith: Interruption = () => undefined
  let inFlight = 0
  let mostInFlight = 0
  let delayMs = 0

  const fetch: Fetch = async (url, init) => {
    if (url.endsWith('/v1/check')) {
      return jsonResponse({
        access: false,
        deniedReason: 'usage_exceeded',
        remaining: 0,
        feature: {},
      })
    }
    const { events } = JSON.parse(String(init.body)) as { events: SentEvent[] }
    requests.push(events)
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    inFlight -= 1
    const instead = interruptWith(events)
    if (instead instanceof Error) throw instead
    if (instead) return instead
    const rejections = events.flatMap(({ eventName }, index) =>
      eventName === 'unknown'
        ? [{ index, reason: 'unknown_event', message: 'No such event.' }]
        : [],
    )
    for (const event of events) {
      if (event.eventName === 'unknown' || keys.has(event.idempotencyKey)) continue
      keys.add(event.idempotencyKey)
      counted.push(event)
    }
    const accepted = events.length - rejections.length
    return jsonResponse({ accepted, rejected: rejections.length, results: [], rejections })
  }

  return {
    fetch,
    requests,
    counted: () => counted.map(({ idempotencyKey }) => idempotencyKey),
    events: counted,
    mostInFlight: () => mostInFlight,
    interrupt: (interruption: Interruption) => {
      interruptWith = interruption
    },
    restore: () => {
      interruptWith = () => undefined
    },
    slow: (ms: number) => {
      delayMs = ms
    },
  }
}

export const connectionFailure = (): Error => new TypeError('fetch failed')

/** Refuses a whole request if one of its events has this name. */
export const refuseEvent =
  (eventName: string, status: number, code: string): Interruption =>
  (events) =>
    events.some((event) => event.eventName === eventName) ? refusal(status, code) : undefined
