/**
 * Writes lines to a stream, all those of one turn of the event loop at once: under load a system
 * call for each line is felt. At the end of the process nothing is left behind.
 */
export function writeByTurns(stream: { write(text: string): unknown }): (line: string) => void {
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') stream.write(lines)
  }
  process.once('exit', flush)
  return (line) => {
    if (waiting === '') setImmediate(flush)
    waiting += line
  }
}
