/**
 * Writes lines to a stream, all lines of one event-loop turn at once, because a system call per
 * line is noticeable under load. Writes the remaining lines when the process ends.
 */
export function writeByTurns(stream: { write(text: string): unknown }): (line: string) => void {
  let buffer = ''
  const flush = () => {
    const lines = buffer
    buffer = ''
    if (lines !== '') stream.write(lines)
  }
  process.once('exit', flush)
  return (line) => {
    if (buffer === '') setImmediate(flush)
    buffer += line
  }
}
