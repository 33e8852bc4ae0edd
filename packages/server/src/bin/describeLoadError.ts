/**
 * Describes why a source file could not be loaded, with its path and line. Node puts these at the
 * start of the stack of a syntax error, and in the first frames of other errors.
 */
export function describeLoadError(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return String(error)
  return error.stack
    .split('\n')
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
    .join('\n')
}
