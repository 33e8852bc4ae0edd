import { inspect } from 'node:util'
import { PurserError } from '@purser/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionFailure } from '../testing/fakeConnection.ts'
import { advanceTime, eventKeys, requestSizes, startIngestion } from '../testing/startIngestion.ts'
import { IngestionClient } from './IngestionClient.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('track', () => {
  test('fills in omitted fields and keeps the others', async () => {
    const { client, events, settle } = startIngestion()
    client.track({ customerId: 'ada', eventName: 'image.generated' })
    const event = {
      customerId: 'bob',
      eventName: 'image.generated',
      quantity: 0,
      timestamp: '2026-02-01T00:00:00Z',
      idempotencyKey: 'mine',
      properties: { size: 'large' },
    }
    client.track(event)
    event.properties.size = 'changed later'
    event.quantity = 7
    await settle(client.flush())
    expect(events).toEqual([
      {
        customerId: 'ada',
        eventName: 'image.generated',
        quantity: 1,
        timestamp: '2026-03-01T12:00:00.000Z',
        idempotencyKey: expect.stringMatching(/^[\w-]{30,}$/),
      },
      {
        customerId: 'bob',
        eventName: 'image.generated',
        quantity: 0,
        timestamp: '2026-02-01T00:00:00Z',
        idempotencyKey: 'mine',
        properties: { size: 'large' },
      },
    ])
  })

  test('sends nothing immediately, and lets the timer send the events after a second', async () => {
    const { client, track, requests, counted } = startIngestion()
    track(3)
    expect(client.bufferSize).toBe(3)
    await advanceTime(999)
    expect(requests).toEqual([])
    await advanceTime(1)
    expect(counted()).toEqual(eventKeys(1, 3))
    expect(client.bufferSize).toBe(0)
    await advanceTime(60_000)
    expect(requests).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([true, false])(
    'sends a full batch immediately with autoBatch %s',
    async (autoBatch) => {
      const { track, requests, client } = startIngestion({ autoBatch, maxBatchSize: 10 })
      track(9)
      await advanceTime(0)
      expect(requests).toEqual([])
      track(1)
      await advanceTime(0)
      expect(requestSizes(requests)).toEqual([10])
      track(25)
      await advanceTime(0)
      expect(requestSizes(requests)).toEqual([10, 10, 10])
      expect(client.bufferSize).toBe(5)
      await advanceTime(10_000)
      expect(requestSizes(requests)).toEqual(autoBatch ? [10, 10, 10, 5] : [10, 10, 10])
    },
  )

  test('sends one request at a time, in order', async () => {
    const { track, counted, slow, mostInFlight, settle, client } = startIngestion({
      maxBatchSize: 7,
    })
    slow(30)
    for (let turn = 0; turn < 20; turn += 1) {
      track(5)
      await advanceTime(10)
    }
    await settle(Promise.all([client.flush(), client.flush()]))
    expect(counted()).toEqual(eventKeys(1, 100))
    expect(mostInFlight()).toBe(1)
  })

  test('increases bufferSize, which counts waiting events and events in flight', async () => {
    const { track, client, slow } = startIngestion({ maxBatchSize: 10 })
    slow(500)
    track(14)
    await advanceTime(100)
    expect(client.bufferSize).toBe(14)
    await advanceTime(400)
    expect(client.bufferSize).toBe(4)
  })
})

describe('flush', () => {
  test('covers all unacknowledged events, in flight or waiting', async () => {
    const { track, client, slow, settle } = startIngestion({ maxBatchSize: 10 })
    slow(200)
    track(9)
    track(1, 'unknown')
    await advanceTime(50)
    track(4)
    track(1, 'unknown')
    track(1)
    const flush = client.flush()
    track(3)
    expect(await settle(flush)).toEqual({
      accepted: 14,
      rejected: 2,
      rejections: [
        { index: 9, reason: 'unknown_event', message: 'No such event.' },
        { index: 14, reason: 'unknown_event', message: 'No such event.' },
      ],
    })
    expect(client.bufferSize).toBe(3)
  })

  test('excludes later events from its result, even if the same request sent them', async () => {
    const { track, client, slow, settle, requests } = startIngestion({ maxBatchSize: 4 })
    slow(50)
    track(6)
    await advanceTime(10)
    const flush = client.flush()
    track(2, 'unknown')
    expect(await settle(flush)).toEqual({ accepted: 6, rejected: 0, rejections: [] })
    expect(requestSizes(requests)).toEqual([4, 4])
  })

  test('has an empty result if there are no events', async () => {
    const { client, requests, settle } = startIngestion()
    expect(await settle(client.flush())).toEqual({ accepted: 0, rejected: 0, rejections: [] })
    expect(requests).toEqual([])
  })

  test('covers the remaining events if it is called during another flush', async () => {
    const { client, track, settle } = startIngestion()
    track(3)
    const first = client.flush()
    await advanceTime(0)
    track(2)
    const both = await settle(Promise.all([first, client.flush()]))
    expect(both.map(({ accepted }) => accepted)).toEqual([3, 2])
  })

  test('returns its rejections without calling onFlushError, unlike the timer', async () => {
    const { client, track, reports, settle } = startIngestion()
    track(1, 'unknown')
    await settle(client.flush())
    expect(reports).toEqual([])
    track(2)
    track(2, 'unknown')
    await advanceTime(1_000)
    expect(reports.map((report) => report.keys)).toEqual([['e4', 'e5']])
    const [report] = reports
    expect(report?.error).toBeInstanceOf(PurserError)
    expect(report?.error.code).toBe('events_rejected')
    expect(report?.error.details).toEqual([
      { index: 0, reason: 'unknown_event', message: 'No such event.' },
      { index: 1, reason: 'unknown_event', message: 'No such event.' },
    ])
    expect(client.bufferSize).toBe(0)
  })
})

describe('check', () => {
  test('bypasses the buffer and returns access and the reason', async () => {
    const { client, track, requests, settle } = startIngestion()
    track(3)
    expect(await settle(client.check({ customerId: 'ada', featureSlug: 'images' }))).toEqual({
      access: false,
      deniedReason: 'usage_exceeded',
    })
    expect(requests).toEqual([])
    expect(client.bufferSize).toBe(3)
  })
})

describe('onFlushError', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('mine'))],
    [
      'throws',
      () => {
        throw new Error('mine')
      },
    ],
  ])('does not harm the client if it %s', async (_name, onFlushError) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client, track, connection, counted, settle } = startIngestion({ onFlushError })
    connection.interrupt(connectionFailure)
    track(3)
    await settle(client.flush())
    connection.restore()
    await settle(client.flush())
    expect(counted()).toEqual(eventKeys(1, 3))
    expect(consoleError).toHaveBeenCalledTimes(1)
  })

  test('logs short lines to the console by default, without the key or the contents of events', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client, connection, settle } = startIngestion({ onFlushError: undefined })
    connection.interrupt(connectionFailure)
    for (let each = 0; each < 50; each += 1) {
      client.track({
        customerId: 'ada',
        eventName: 'unknown',
        idempotencyKey: `id-${each}`,
        properties: { prompt: 'private words' },
      })
    }
    await settle(client.flush())
    connection.restore()
    await advanceTime(10_000)
    const lines = consoleError.mock.calls.map(([text]) => String(text))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('50 events: id-0, id-1, id-2, …')
    expect(lines[1]).toContain('unknown_event')
    for (const text of lines) {
      expect(text.length).toBeLessThan(300)
      expect(text).not.toMatch(/hush|private|ada/)
    }
  })

  test('logs at most one line per second by default while the buffer is full', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { track } = startIngestion({
      onFlushError: undefined,
      maxBufferSize: 1,
      autoBatch: false,
    })
    for (let turn = 0; turn < 25; turn += 1) {
      track(2)
      await advanceTime(100)
    }
    expect(consoleError.mock.calls.length).toBeLessThan(4)
    expect(String(consoleError.mock.calls[1]?.[0])).toContain('more were dropped before')
  })
})

describe('options', () => {
  test.each([
    [{ apiKey: '' }, 'apiKey is missing'],
    [{ autoBatch: 'yes' }, 'autoBatch must be true or false'],
    [{ flushIntervalMs: 0 }, 'flushIntervalMs must be a whole number from 1'],
    [{ maxBatchSize: 0 }, 'maxBatchSize must be a whole number from 1 to 1000'],
    [{ maxBatchSize: 1_001 }, 'maxBatchSize'],
    [{ maxBufferSize: -1 }, 'maxBufferSize'],
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ timeout: Number.NaN }, 'timeout'],
    [{ onFlushError: 'log' }, 'onFlushError must be a function'],
  ])('%j are rejected: %s', (options, message) => {
    expect(() => new IngestionClient({ apiKey: 'sk_1', ...options } as never)).toThrow(message)
  })

  test('do not reveal the key when the client is printed', () => {
    const { client } = startIngestion()
    const shown = inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client)
    expect(shown).not.toContain('hush')
  })
})
