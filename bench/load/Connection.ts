import { connect, type Socket } from 'node:net'

const READ_BYTES = 64 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = Buffer.from('content-length: ')

export interface Answer {
  status: number
  body: Buffer
}

/**
 * A connection with at most one request in flight. It reads only the status and length of a
 * response, because the generator shares the cores with the server that it measures.
 */
export class Connection {
  readonly #socket: Socket
  readonly #onAnswer: (answer: Answer) => void
  #rest: Buffer | null = null

  constructor(port: number, onAnswer: (answer: Answer) => void, onEnd: (reason: string) => void) {
    this.#onAnswer = onAnswer
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      // One buffer for all reads, instead of a new one for each.
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (length, chunk) => {
          this.#read(Buffer.from(chunk.buffer, chunk.byteOffset, length))
          return true
        },
      },
    })
    let reason = 'connection closed'
    this.#socket.on('error', (error) => {
      reason = error.message
    })
    this.#socket.on('close', () => onEnd(reason))
  }

  send(request: Buffer): void {
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    const data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const answer = parseAnswer(data)
    // The next read overwrites the buffer, so the incomplete response is copied.
    this.#rest = answer ? null : Buffer.from(data)
    if (answer) this.#onAnswer(answer)
  }
}

function parseAnswer(data: Buffer): Answer | null {
  const headEnd = data.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const bodyStart = headEnd + HEAD_END.length
  const length = readNumber(data, data.indexOf(CONTENT_LENGTH) + CONTENT_LENGTH.length)
  if (data.length < bodyStart + length) return null
  return { status: readNumber(data, 9), body: data.subarray(bodyStart, bodyStart + length) }
}

function readNumber(data: Buffer, start: number): number {
  let value = 0
  for (let at = start; ; at += 1) {
    const digit = (data[at] ?? 0) - 48
    if (digit < 0 || digit > 9) return value
    value = value * 10 + digit
  }
}
