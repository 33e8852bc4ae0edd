/** One server-sent event: its id when it has one, its name, and the JSON it carries. */
export interface ServerSentEvent {
  readonly id: string | null
  readonly event: string
  readonly data: unknown
}

/**
 * Reads server-sent events out of bytes that may be cut anywhere. An event that the stream ends in
 * the middle of is dropped, as the format asks for.
 */
export async function* readEventStream(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, void> {
  const decoder = new TextDecoder()
  let text = ''
  let isAfterCr = false
  for await (const chunk of chunks) {
    const fresh = decoder.decode(chunk, { stream: true })
    if (fresh === '') continue
    // The LF of a CR LF that was cut ends no further line.
    text += (isAfterCr ? fresh.replace(/^\n/, '') : fresh).replace(/\r\n?/g, '\n')
    isAfterCr = fresh.endsWith('\r')
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) yield event
    }
  }
}

/** A line that begins with a colon is a comment; an event without data says nothing. */
function parseEvent(block: string): ServerSentEvent | null {
  let id: string | null = null
  let event = ''
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  if (data.length === 0) return null
  return { id, event: event || 'message', data: JSON.parse(data.join('\n')) }
}
