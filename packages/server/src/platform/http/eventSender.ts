import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StreamEvent, StreamPosition } from './routes.ts'

export type EventSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  follow: (from: StreamPosition) => AsyncIterable<StreamEvent>,
) => FastifyReply

/**
 * Answers with server-sent events until there are no more, the caller disconnects or the server
 * stops. A stopping server would otherwise wait for the stream forever; the client reconnects to
 * another server.
 */
export function createEventSender(server: FastifyInstance): EventSender {
  const open = new Set<AbortController>()
  server.addHook('preClose', async () => {
    for (const ending of open) ending.abort()
  })
  return (request, reply, follow) => {
    const ending = new AbortController()
    open.add(ending)
    reply.raw.once('close', () => {
      open.delete(ending)
      ending.abort()
    })
    const events = follow({ after: lastSeen(request), signal: ending.signal })
    reply.code(200).type('text/event-stream; charset=utf-8')
    // Buffering proxies would delay events that must be seen immediately. A connection that stayed
    // open after its stream would delay the shutdown.
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
    return reply.send(Readable.from(writeEvents(events)))
  }
}

async function* writeEvents(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // JSON contains no raw line breaks, so the data fits on one line.
    yield event === 'silence'
      ? ': \n\n'
      : `id: ${event.number}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
  }
}

/** Browsers send the number of the last event when they reconnect. */
function lastSeen(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}
