import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventStream, type ServerSentEvent } from './readEventStream.ts'

async function* inChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const encoder = new TextEncoder()
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk))
  const events: ServerSentEvent[] = []
  for await (const event of readEventStream(inChunks(bytes))) events.push(event)
  return events
}

test('reads the name and the JSON of an event', async () => {
  expect(await read('event: status\ndata: {"id":"run_1"}\n\ndata: 1\n\n')).toEqual([
    { id: null, event: 'status', data: { id: 'run_1' } },
    { id: null, event: 'message', data: 1 },
  ])
})

test('joins data of several lines with line breaks', async () => {
  expect(await read('data: {\ndata:  "a": 1\ndata: }\n\n')).toEqual([
    { id: null, event: 'message', data: { a: 1 } },
  ])
})

test('ignores comments, unknown fields and events without data', async () => {
  const text = ': keep alive\n\nid: 6\nevent: ping\n\nretry: 5\ncolour: red\ndata:2\n\n'
  expect(await read(text)).toEqual([{ id: null, event: 'message', data: 2 }])
})

test('drops an event that is incomplete when the stream ends', async () => {
  expect(await read('data: 1\n\ndata: 2\n')).toEqual([{ id: null, event: 'message', data: 1 }])
  expect(await read('data: 1\n\ndata: 2')).toEqual([{ id: null, event: 'message', data: 1 }])
})

test('accepts a lone CR at the end of a stream', async () => {
  expect(await read('data: 1\r\r')).toEqual([{ id: null, event: 'message', data: 1 }])
})

test.each(['\n', '\r\n', '\r'])('reads lines that end with %j, cut anywhere', async (end) => {
  const lines = [
    'id: 12',
    'event: found',
    'data: {"name":"Größe 🐈\u2028"}',
    '',
    'data: [1,',
    'data: 2]',
    '',
    '',
  ]
  const bytes = new TextEncoder().encode(lines.join(end))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((place, at) => bytes.slice(places[at], place))
      expect(await read(...chunks)).toEqual([
        { id: '12', event: 'found', data: { name: 'Größe 🐈\u2028' } },
        { id: null, event: 'message', data: [1, 2] },
      ])
    }),
  )
})
