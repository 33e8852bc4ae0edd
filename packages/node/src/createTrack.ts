import type { TrackResult, UsageEventInput } from '@purser/contract/client'
import { newKey, type RequestOptions, type Transport } from './transport.ts'

/**
 * Records one or more usage events. An event without an `idempotencyKey` gets one, so that a retry
 * never counts twice.
 */
export type Track = (
  events: UsageEventInput | readonly UsageEventInput[],
  options?: RequestOptions,
) => Promise<TrackResult>

/** The maximum that the server accepts in one request. */
export const MAX_TRACK_EVENTS = 1_000

export function createTrack(transport: Transport): Track {
  return async (input, options) => {
    const events = (Array.isArray(input) ? input : [input]).map((event) => ({
      ...event,
      idempotencyKey: event.idempotencyKey ?? newKey(),
    }))
    const joined: Joined = { accepted: 0, rejected: 0, results: [], rejections: [] }
    // Sends at least one request, so that the server reports the error of an empty list.
    for (let from = 0; from === 0 || from < events.length; from += MAX_TRACK_EVENTS) {
      const body = { events: events.slice(from, from + MAX_TRACK_EVENTS) }
      const part = await transport.json('trackUsage', { body }, options)
      join(joined, part, from)
    }
    const { rejections, ...rest } = joined
    return rejections.length > 0 ? joined : rest
  }
}

interface Joined extends TrackResult {
  rejections: NonNullable<TrackResult['rejections']>
}

function join(joined: Joined, part: TrackResult, from: number): void {
  const shift = <T extends { index: number }>(item: T): T => ({ ...item, index: item.index + from })
  joined.accepted += part.accepted
  joined.rejected += part.rejected
  joined.results.push(...part.results.map(shift))
  joined.rejections.push(...(part.rejections ?? []).map(shift))
}
