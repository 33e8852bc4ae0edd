/** One server-sent event: its id if it has one, its name and its JSON. */
export interface ServerSentEvent {
  readonly id: string | null
  readonly event: string
  readonly data: unknown
}

/**
 * Reads server-sent events from bytes that may be split anywhere. An incomplete event at the end of
 * the stream is dropped, as the format requires.
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
    // If a CR LF was split, the LF does not end another line.
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

/**
 * Parses one event. Lines that begin with a colon are comments. Events without data are ignored.
 */
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
