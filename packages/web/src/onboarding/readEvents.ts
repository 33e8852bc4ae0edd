/** One server-sent event as it stood on the wire. */
export interface ServerEvent {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** The events of a stream, however its bytes are cut; an event that was not ended does not count. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      // A carriage return at the end may be half of a line's end.
      const usable = text.endsWith('\r') ? text.length - 1 : text.length
      const blocks = text.slice(0, usable).replace(/\r\n?/g, '\n').split('\n\n')
      text = (blocks.pop() ?? '') + text.slice(usable)
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    // Whoever stops reading wants no more of it; a stream that broke has nothing to cancel.
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): ServerEvent | null {
  let id: string | null = null
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return data.length > 0 ? { id, event, data: data.join('\n') } : null
}
