import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Loop } from '../../../platform/jobs/runJobs.ts'
import { type ClaimedDelivery, claimDeliveries } from './deliveries.sql.ts'
import { fanOutMessages } from './fanOutMessages.ts'
import { recordAttempt } from './recordAttempt.ts'
import { type SendOptions, sendDelivery } from './sendDelivery.ts'

export interface SenderOptions extends Pick<SendOptions, 'fetch' | 'encryptionKey'> {
  db: Database
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  timeoutMs?: number
  /** From 0 to 1, for the spread of retries. */
  random?: () => number
}

/** In everything together: connecting, sending and reading the answer. */
const TIMEOUT_MS = 15_000
/** Longer than a try can take; after that somebody else may send it again. */
const LEASE_MS = 60_000
const POLL_MS = 1_000

/** How much one process sends at a time. Endpoints that fail never take up more than their share. */
const MAX_IN_FLIGHT = 64
const MAX_FAILING_IN_FLIGHT = 32
const PER_ENDPOINT = 4
const PER_FAILING_ENDPOINT = 1

/**
 * Hands new messages out and sends what is due. No transaction is open while something is being
 * sent, and nothing waits for a slow endpoint but what is for that endpoint.
 */
export function createWebhookSender(options: SenderOptions): Loop {
  const { db, clock, logger, random = Math.random, timeoutMs = TIMEOUT_MS } = options
  const healthy = new Map<string, number>()
  const failing = new Map<string, number>()
  const sending = new Set<Promise<void>>()

  async function claim(isFailing: boolean): Promise<number> {
    const now = clock.now()
    const free = MAX_IN_FLIGHT - sending.size
    const claimed = await claimDeliveries(db, {
      now,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      isFailing,
      limit: isFailing ? Math.min(free, MAX_FAILING_IN_FLIGHT - total(failing)) : free,
      perEndpoint: isFailing ? PER_FAILING_ENDPOINT : PER_ENDPOINT,
      inFlight: isFailing ? failing : healthy,
    })
    for (const delivery of claimed) startSending(delivery, isFailing ? failing : healthy)
    return claimed.length
  }

  function startSending(delivery: ClaimedDelivery, inFlight: Map<string, number>): void {
    count(inFlight, delivery.endpointId, 1)
    const delivered = deliver(delivery)
      // Whatever went wrong on our side, the lease runs out and it is sent again.
      .catch((error: unknown) => logger.error({ err: error }, 'A webhook could not be sent.'))
      .finally(() => {
        sending.delete(delivered)
        count(inFlight, delivery.endpointId, -1)
      })
    sending.add(delivered)
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const attempt = await sendDelivery(delivery, { ...options, timeoutMs }, clock.now())
    const disabled = await recordAttempt(db, delivery, attempt, {
      now: clock.now(),
      random: random(),
    })
    if (disabled) {
      const { environmentId, endpointId } = delivery
      logger.warn(
        { environmentId, endpointId, reason: disabled },
        'A webhook endpoint was disabled.',
      )
    }
  }

  /** Hands out a batch of new messages, then begins what is due and what there is room for. */
  async function turn(): Promise<{ handedOut: number; begun: number }> {
    const handedOut = await fanOutMessages(db, clock.now())
    return { handedOut, begun: (await claim(false)) + (await claim(true)) }
  }

  /** The same where nobody sees an error; whether it is worth looking again at once. */
  async function turnSafely(): Promise<boolean> {
    try {
      return (await turn()).handedOut > 0
    } catch (error) {
      logger.error({ err: error }, 'Webhooks could not be looked for.')
      return false
    }
  }

  return {
    settle: async () => {
      for (;;) {
        const { handedOut, begun: started } = await turn()
        await Promise.all(sending)
        if (handedOut + started === 0) return
      }
    },
    run: async (signal) => {
      while (!signal.aborted) {
        if (!(await turnSafely())) await waitForRoomOrPoll(signal, sending)
      }
      await Promise.all(sending)
    },
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  counts.values().reduce((sum, each) => sum + each, 0)

function count(counts: Map<string, number>, id: string, by: number): void {
  const sum = (counts.get(id) ?? 0) + by
  if (sum > 0) counts.set(id, sum)
  else counts.delete(id)
}

/** Until something is sent, which makes room, or it is time to look again. */
async function waitForRoomOrPoll(
  signal: AbortSignal,
  sending: ReadonlySet<Promise<void>>,
): Promise<void> {
  const awake = new AbortController()
  const time = pause(POLL_MS, undefined, { signal: AbortSignal.any([signal, awake.signal]) })
  await Promise.race([...sending, time.catch(() => {})])
  awake.abort()
}
