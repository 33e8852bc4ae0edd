import { UnauthorizedError } from '@purser/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionFailure, refuseEvent } from '../testing/fakeConnection.ts'
import { jsonResponse, refusal } from '../testing/recordFetch.ts'
import {
  advanceTime,
  eventKeys,
  reportedCodes,
  requestSizes,
  startIngestion,
} from '../testing/startIngestion.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('when the server is unavailable, the client', () => {
  test.each([
    ['a failed connection', connectionFailure()],
    ['status 500', refusal(500, 'internal')],
    ['status 503', refusal(503, 'unavailable')],
    ['status 429', refusal(429, 'rate_limited')],
  ])(
    'retries three times after %s, then returns the events to the buffer in order',
    async (_name, instead) => {
      const { client, track, connection, reports, requests, counted, settle } = startIngestion({
        autoBatch: false,
      })
      connection.interrupt(() => (instead instanceof Error ? instead : instead.clone()))
      track(5)
      expect(await settle(client.flush())).toEqual({ accepted: 0, rejected: 0, rejections: [] })
      expect(requestSizes(requests)).toEqual([5, 5, 5, 5])
      expect(reports.map((report) => report.keys)).toEqual([eventKeys(1, 5)])
      expect(client.bufferSize).toBe(5)
      connection.restore()
      track(2)
      expect(await settle(client.flush())).toMatchObject({ accepted: 7 })
      expect(counted()).toEqual(eventKeys(1, 7))
    },
  )

  test('sends the same keys again, so that events whose answer was lost count once', async () => {
    const { client, track, connection, counted, requests, settle } = startIngestion()
    track(3)
    let lost = 0
    connection.interrupt(() => {
      lost += 1
      return lost === 1 ? connectionFailure() : undefined
    })
    expect(await settle(client.flush())).toMatchObject({ accepted: 3 })
    expect(requests[0]).toEqual(requests[1])
    expect(counted()).toEqual(eventKeys(1, 3))
  })

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('keeps the events after status %s %s and does not retry immediately', async (status, code) => {
    const { client, track, connection, reports, requests, counted, settle } = startIngestion({
      autoBatch: false,
    })
    connection.interrupt(() => refusal(status, code))
    track(4)
    expect(await settle(client.flush())).toMatchObject({ accepted: 0 })
    expect(requests).toHaveLength(1)
    expect(client.bufferSize).toBe(4)
    expect(reports).toMatchObject([{ error: { code, status }, keys: eventKeys(1, 4) }])
    if (status === 401) expect(reports[0]?.error).toBeInstanceOf(UnauthorizedError)
    connection.restore()
    await settle(client.flush())
    expect(counted()).toEqual(eventKeys(1, 4))
  })

  test.each([
    ['an HTML page', () => new Response('<html>Log in</html>')],
    ['JSON from another server', () => jsonResponse({ hello: 'world' })],
    ['a 400 from another server', () => new Response('Bad Request', { status: 400 })],
    ['null', () => jsonResponse(null)],
  ])('keeps the events when the answer is %s', async (_name, instead) => {
    const { client, track, connection, reports, settle } = startIngestion({ autoBatch: false })
    connection.interrupt(instead)
    track(4)
    await settle(client.flush())
    expect(client.bufferSize).toBe(4)
    expect(reportedCodes(reports)).toEqual(['unexpected_response'])
  })

  test('sends few requests for a minute, loses nothing, and then returns to its normal pace', async () => {
    const { client, track, connection, requests, counted, reports } = startIngestion()
    connection.interrupt(connectionFailure)
    for (let second = 0; second < 60; second += 1) {
      track(100)
      await advanceTime(1_000)
    }
    const tries = requests.length
    process.stdout.write(`a server that is unavailable for a minute receives ${tries} requests\n`)
    expect(tries).toBeGreaterThan(8)
    expect(tries).toBeLessThan(40)
    expect(client.bufferSize).toBe(6_000)
    expect(new Set(reportedCodes(reports))).toEqual(new Set(['connection_failed']))
    connection.restore()
    await advanceTime(35_000)
    expect(counted()).toEqual(eventKeys(1, 6_000))
    expect(client.bufferSize).toBe(0)
    track(1)
    await advanceTime(1_000)
    expect(client.bufferSize).toBe(0)
  })

  test('does not wait longer if the system clock is set back', async () => {
    const { client, track, connection, counted, settle } = startIngestion({ autoBatch: false })
    connection.interrupt(() => refusal(401, 'unauthorized'))
    track(1)
    await settle(client.flush())
    connection.restore()
    vi.setSystemTime(Date.now() - 3_600_000)
    await advanceTime(30_000)
    track(99)
    await advanceTime(1_000)
    expect(counted()).toEqual(eventKeys(1, 100))
  })

  test('waits longer each time, up to half a minute, even with full batches', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { track, connection, requests, reports } = startIngestion({
      maxRetries: 0,
      maxBatchSize: 5,
    })
    connection.interrupt(connectionFailure)
    track(5)
    await advanceTime(0)
    const at: number[] = []
    for (let second = 1; second <= 130; second += 1) {
      const before = requests.length
      track(5)
      await advanceTime(1_000)
      if (requests.length > before) at.push(second)
    }
    expect(at).toEqual([2, 6, 14, 30, 60, 90, 120])
    expect(reports).toHaveLength(8)
  })

  test('retries full batches just as rarely without the timer', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { track, connection, requests, client, settle, counted } = startIngestion({
      maxRetries: 0,
      maxBatchSize: 5,
      autoBatch: false,
    })
    connection.interrupt(connectionFailure)
    for (let second = 0; second < 30; second += 1) {
      track(5)
      await advanceTime(1_000)
    }
    expect(requests.length).toBeLessThan(7)
    connection.restore()
    await settle(client.flush())
    expect(counted()).toEqual(eventKeys(1, 150))
  })
})

describe('when a whole request fails, the client', () => {
  test.each([
    [400, 'invalid_request'],
    [413, 'body_too_large'],
  ])(
    'finds, reports and drops the bad event (%s %s), and delivers the others in order',
    async (status, code) => {
      const { client, track, connection, reports, counted, settle } = startIngestion()
      connection.interrupt(refuseEvent('bad', status, code))
      track(5)
      track(1, 'bad')
      track(6)
      track(1, 'unknown')
      track(1)
      expect(await settle(client.flush())).toMatchObject({
        accepted: 12,
        rejected: 2,
        rejections: [
          { index: 5, reason: 'invalid_event', message: `This is ${code}.` },
          { index: 12, reason: 'unknown_event' },
        ],
      })
      expect(reports).toMatchObject([{ error: { code, status }, keys: ['e6'] }])
      expect(counted()).toEqual([...eventKeys(1, 5), ...eventKeys(7, 12), 'e14'])
      expect(client.bufferSize).toBe(0)
    },
  )

  test('sends smaller parts if the request is too large for a proxy, and loses nothing', async () => {
    const { client, track, connection, reports, counted, settle } = startIngestion()
    connection.interrupt((events) =>
      events.length > 30 ? new Response('Too large', { status: 413 }) : undefined,
    )
    track(99)
    expect(await settle(client.flush())).toMatchObject({ accepted: 99, rejected: 0 })
    expect(counted()).toEqual(eventKeys(1, 99))
    expect(reports).toEqual([])
  })

  test('returns the unsent events to the buffer in order if the connection then fails', async () => {
    const { client, track, connection, counted, settle } = startIngestion({
      maxRetries: 0,
      autoBatch: false,
    })
    track(3)
    track(1, 'bad')
    track(4)
    let cuts = 0
    connection.interrupt((events) => {
      const refusal = refuseEvent('bad', 400, 'invalid_request')(events)
      if (refusal) return refusal
      cuts += 1
      return cuts > 2 ? connectionFailure() : undefined
    })
    expect(await settle(client.flush())).toMatchObject({ accepted: 3, rejected: 1 })
    expect(client.bufferSize).toBe(4)
    connection.restore()
    await settle(client.flush())
    expect(counted()).toEqual([...eventKeys(1, 3), ...eventKeys(5, 8)])
  })

  test('returns all events to the buffer in order if the connection fails at the first part', async () => {
    const { client, track, connection, counted, settle } = startIngestion({
      maxRetries: 0,
      autoBatch: false,
    })
    track(7)
    track(1, 'bad')
    connection.interrupt(
      (events) => refuseEvent('bad', 400, 'invalid_request')(events) ?? connectionFailure(),
    )
    expect(await settle(client.flush())).toMatchObject({ accepted: 0, rejected: 0 })
    expect(client.bufferSize).toBe(8)
    connection.restore()
    await settle(client.flush())
    expect(counted()).toEqual(eventKeys(1, 8))
  })

  test('reports a bad event once if the timer sent it', async () => {
    const { track, connection, reports } = startIngestion()
    connection.interrupt(refuseEvent('bad', 400, 'invalid_request'))
    track(2)
    track(1, 'bad')
    await advanceTime(1_000)
    expect(reportedCodes(reports)).toEqual(['invalid_request'])
  })

  test('drops only the event that cannot be serialized as JSON', async () => {
    const { client, track, reports, counted, settle } = startIngestion()
    track(1)
    const properties = { big: 1n } as never
    client.track({ customerId: 'ada', eventName: 'x', idempotencyKey: 'big', properties })
    track(1)
    expect(await settle(client.flush())).toMatchObject({ accepted: 2, rejected: 1 })
    expect(counted()).toEqual(eventKeys(1, 2))
    expect(reports).toMatchObject([{ error: { code: 'invalid_request' }, keys: ['big'] }])
  })
})

describe('when the buffer is full, the client', () => {
  test('drops the oldest waiting events, and reports them once and together', async () => {
    const { client, track, reports, counted, settle } = startIngestion({
      maxBufferSize: 10,
      autoBatch: false,
    })
    track(25)
    expect(client.bufferSize).toBe(10)
    expect(reports).toEqual([])
    await advanceTime(0)
    expect(reportedCodes(reports)).toEqual(['buffer_overflow'])
    expect(reports[0]?.keys).toEqual(eventKeys(1, 15))
    track(1)
    await advanceTime(0)
    expect(reports[1]?.keys).toEqual(['e16'])
    await settle(client.flush())
    expect(counted()).toEqual(eventKeys(17, 26))
  })

  test('counts events in flight but never drops them', async () => {
    const { client, track, reports, counted, slow, settle } = startIngestion({
      maxBufferSize: 10,
      maxBatchSize: 6,
    })
    slow(100)
    track(6)
    await advanceTime(10)
    track(7)
    expect(client.bufferSize).toBe(10)
    await advanceTime(10)
    expect(reports[0]?.keys).toEqual(eventKeys(7, 9))
    await settle(client.flush())
    expect(counted()).toEqual([...eventKeys(1, 6), ...eventKeys(10, 13)])
  })

  test('excludes dropped events from the result of a flush', async () => {
    const { client, track, connection, settle } = startIngestion({
      maxBufferSize: 8,
      maxBatchSize: 4,
    })
    connection.slow(50)
    track(8)
    const flush = client.flush()
    await advanceTime(10)
    track(3)
    expect(await settle(flush)).toMatchObject({ accepted: 5, rejected: 0 })
  })
})

describe('shutdown', () => {
  test('sends all remaining events, with retries, and stops the timer', async () => {
    const { client, track, connection, counted, settle, reports } = startIngestion({
      maxBatchSize: 10,
    })
    let tries = 0
    connection.interrupt(() => {
      tries += 1
      return tries % 3 === 0 ? undefined : connectionFailure()
    })
    track(35)
    track(1, 'unknown')
    expect(await settle(client.shutdown())).toMatchObject({ accepted: 35, rejected: 1 })
    expect(counted()).toEqual(eventKeys(1, 35))
    expect(reportedCodes(reports)).toEqual(['events_rejected'])
    expect(client.bufferSize).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer running if the server is available', async () => {
    const { client, track } = startIngestion()
    track(3)
    await client.shutdown()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('returns the same promise when it is called again, and makes track throw an error', async () => {
    const { client, track, settle } = startIngestion()
    track(1)
    const first = client.shutdown()
    expect(client.shutdown()).toBe(first)
    expect(() => track(1)).toThrow('shut down')
    await settle(first)
    expect(() => track(1)).toThrow(expect.objectContaining({ code: 'already_shut_down' }))
  })

  test('retries even if a request of the timer is failing at that moment', async () => {
    const { client, track, connection, counted, settle } = startIngestion({ maxRetries: 0 })
    connection.slow(100)
    connection.interrupt(connectionFailure)
    track(3)
    await advanceTime(1_050)
    const shutdown = client.shutdown()
    await advanceTime(60)
    connection.restore()
    expect(await settle(shutdown)).toMatchObject({ accepted: 3 })
    expect(counted()).toEqual(eventKeys(1, 3))
  })

  test('reports all undelivered events once', async () => {
    const { client, track, connection, reports, settle } = startIngestion({ maxBatchSize: 10 })
    connection.interrupt(connectionFailure)
    track(35)
    expect(await settle(client.shutdown())).toMatchObject({ accepted: 0, rejected: 0 })
    expect(reportedCodes(reports)).toEqual(['events_undelivered'])
    expect(reports[0]?.keys).toEqual(eventKeys(1, 35))
    expect(reports[0]?.error.message).toContain('could not be reached')
    expect(client.bufferSize).toBe(35)
  })

  test('reports dropped events before it ends', async () => {
    const { client, track, reports } = startIngestion({ maxBufferSize: 2 })
    track(3)
    await client.shutdown()
    expect(reports).toMatchObject([{ error: { code: 'buffer_overflow' }, keys: ['e1'] }])
  })
})
