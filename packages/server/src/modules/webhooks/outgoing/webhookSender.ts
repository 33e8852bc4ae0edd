import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { PollingLoop } from '../../../platform/jobs/runJobs.ts'
import { type ClaimedDelivery, claimDeliveries } from './deliveries.sql.ts'
import { fanOutMessages } from './fanOutMessages.ts'
import { recordAttempt } from './recordAttempt.ts'
import { type SendOptions, sendDelivery } from './sendDelivery.ts'

export interface SenderOptions extends Pick<SendOptions, 'fetch' | 'encryptionKey'> {
  db: Database
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  timeoutMs?: number
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number
}

/** Covers connecting, sending and reading the answer. */
const TIMEOUT_MS = 15_000
/** Longer than an attempt can take. After that, another worker may send the delivery again. */
const LEASE_MS = 60_000
const POLL_MS = 1_000

/**
 * The number of deliveries that one process sends at a time. Failing endpoints have a separate,
 * smaller share.
 */
const MAX_IN_FLIGHT = 64
const MAX_FAILING_IN_FLIGHT = 32
const PER_ENDPOINT = 4
const PER_FAILING_ENDPOINT = 1

/**
 * Fans out new messages and sends due deliveries. No transaction is open during a request, and a
 * slow endpoint delays only its own deliveries.
 */
export function createWebhookSender(options: SenderOptions): PollingLoop {
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
      // After an error on our side, the lease expires and the delivery is sent again.
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

  /** Fans out a batch of new messages, then starts as many due deliveries as there is room for. */
  async function turn(): Promise<{ fannedOut: number; begun: number }> {
    const fannedOut = await fanOutMessages(db, clock.now())
    return { fannedOut, begun: (await claim(false)) + (await claim(true)) }
  }

  /** Runs a turn and logs its error. Returns whether more messages may be waiting. */
  async function turnSafely(): Promise<boolean> {
    try {
      return (await turn()).fannedOut > 0
    } catch (error) {
      logger.error({ err: error }, 'Could not look for webhooks to send. The sender tries again.')
      return false
    }
  }

  return {
    settle: async () => {
      for (;;) {
        const { fannedOut, begun: started } = await turn()
        await Promise.all(sending)
        if (fannedOut + started === 0) return
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

/** Waits until a delivery finishes and makes room, or until the next poll. */
async function waitForRoomOrPoll(
  signal: AbortSignal,
  sending: ReadonlySet<Promise<void>>,
): Promise<void> {
  const awake = new AbortController()
  const time = pause(POLL_MS, undefined, { signal: AbortSignal.any([signal, awake.signal]) })
  await Promise.race([...sending, time.catch(() => {})])
  awake.abort()
}
