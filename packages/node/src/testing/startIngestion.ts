import type { PurserError } from '@purser/contract/client'
import { vi } from 'vitest'
import type { IngestionOptions } from '../ingestion/checkIngestionOptions.ts'
import { IngestionClient } from '../ingestion/IngestionClient.ts'
import { fakeConnection } from './fakeConnection.ts'

type Report = { error: PurserError; keys: string[] }

/** Creates a client on a fake connection, with fake timers. */
export function startIngestion(options: Partial<IngestionOptions> = {}) {
  const connection = fakeConnection()
  const reports: Report[] = []
  const client = new IngestionClient({
    apiKey: 'sk_sandbox_hush',
    baseUrl: 'http://purser.test',
    fetch: connection.fetch,
    onFlushError: (error, events) => {
      reports.push({ error, keys: events.map(({ idempotencyKey }) => idempotencyKey) })
    },
    ...options,
  })
  let trackedCount = 0
  const track = (count = 1, eventName = 'image.generated') => {
    for (let each = 0; each < count; each += 1) {
      trackedCount += 1
      client.track({ customerId: 'ada', eventName, idempotencyKey: `e${trackedCount}` })
    }
  }
  /** Advances the timers until the promise settles. */
  const settle = async <T>(promise: Promise<T>): Promise<T> => {
    let isSettled = false
    promise.finally(() => {
      isSettled = true
    })
    while (!isSettled) await vi.advanceTimersByTimeAsync(100)
    return promise
  }
  return { ...connection, connection, client, track, reports, settle }
}

export const eventKeys = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `e${from + at}`)
export const reportedCodes = (reports: Report[]) => reports.map(({ error }) => error.code)
export const requestSizes = (requests: unknown[][]) => requests.map(({ length }) => length)
export const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)
