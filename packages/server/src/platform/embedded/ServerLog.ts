import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024
const FOLLOW_INTERVAL_MS = 250

/**
 * Lets the server write to a file rather than to a pipe. A pipe breaks when this process is killed,
 * and the server would then lose the very lines that explain what happened.
 */
export class ServerLog {
  /** The file descriptor for the server's output. */
  readonly fd: number
  readonly path: string
  #position: number
  readonly #onLine: (line: string) => void
  #timer: NodeJS.Timeout | undefined

  constructor(path: string, onLine: (line: string) => void) {
    rotate(path)
    this.path = path
    this.fd = openSync(path, 'a+', 0o600)
    this.#position = this.size()
    this.#onLine = onLine
    this.#timer = setInterval(() => this.#forward(), FOLLOW_INTERVAL_MS)
    this.#timer.unref()
  }

  size(): number {
    return fstatSync(this.fd).size
  }

  /** Returns the text written from this byte on, at most the last 16 kB of it. */
  textSince(position: number): string {
    return this.#read(Math.max(position, this.size() - 16 * 1024)).toString('utf8')
  }

  close(): void {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#forward()
    closeSync(this.fd)
  }

  /** Forwards whole lines only. The rest of a line, or of a character, comes with the next read. */
  #forward(): void {
    const bytes = this.#read(this.#position)
    const end = bytes.lastIndexOf('\n') + 1
    if (end === 0) return
    this.#position += end
    for (const line of bytes.toString('utf8', 0, end - 1).split('\n')) this.#onLine(line)
  }

  #read(position: number): Buffer {
    const buffer = Buffer.alloc(Math.max(0, this.size() - position))
    return buffer.subarray(0, readSync(this.fd, buffer, 0, buffer.length, position))
  }
}

/** Rotates only at start. A server that still has the old file open continues to write to it. */
function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > ROTATE_ABOVE_BYTES) renameSync(path, `${path}.1`)
}
