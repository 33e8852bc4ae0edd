/** One server-sent event: its name, and the JSON it carries. */
export interface ServerSentEvent {
  readonly event: string
  readonly data: unknown
}

/**
 * Reads server-sent events out of bytes that may be cut anywhere. An event that the stream ends in
 * the middle of is dropped, as the format asks for. Ids and retry times are not used here.
 */
export async function* readEventStream(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, void> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: JSON.parse(data.join('\n')) }
      event = ''
      data = []
      continue
    }
    const [field, value] = splitField(line)
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
}

/** A line that begins with a colon is a comment and has no field; one space after the colon goes. */
function splitField(line: string): [string, string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** Lines end with CR LF, LF or CR; the last one counts only with its end. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    // A CR at the very end may be the first half of a CR LF that was cut.
    const isCut = rest.endsWith('\r')
    const lines = (isCut ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + (isCut ? '\r' : '')
    yield* lines
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1)
}
