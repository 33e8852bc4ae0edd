import { expect, test } from 'vitest'
import { readEvents, type ServerEvent } from './readEvents.ts'

const WIRE = [
  ': hello',
  '',
  'id: 1',
  'event: status',
  'data: {"status":"fetching"}',
  '',
  ': still here',
  '',
  'id: 2',
  'event: found',
  'data: {"name":"Größe – 10 €",',
  'data: "kind":"tier"}',
  '',
  'data:without a space',
  '',
  'id: 4',
  'event: lost',
  'data: cut off',
  '',
]
const EVENTS: ServerEvent[] = [
  { id: '1', event: 'status', data: '{"status":"fetching"}' },
  { id: '2', event: 'found', data: '{"name":"Größe – 10 €",\n"kind":"tier"}' },
  { id: null, event: 'message', data: 'without a space' },
]

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

async function collect(stream: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

test.each([['\n'], ['\r\n'], ['\r']])(
  'reads lines that end with %j, cut at every byte',
  async (end) => {
    const bytes = new TextEncoder().encode(WIRE.join(end))
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await collect(streamOf([bytes.slice(0, at), bytes.slice(at)]))).toEqual(EVENTS)
    }
    expect(await collect(streamOf([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(EVENTS)
  },
)

test('ends the stream when nobody reads on, and passes on that it broke', async () => {
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const { data } of readEvents(endless)) {
    expect(data).toBe('x')
    break
  }
  expect(isCancelled).toBe(true)
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  })
  await expect(collect(broken)).rejects.toThrow('gone')
})
