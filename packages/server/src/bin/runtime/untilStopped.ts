const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves on the first signal to stop. A second Ctrl-C ends the process at once, for a person who
 * does not want to wait for what is under way.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        // npm passes on a Ctrl-C that the terminal has sent us already: not a second wish.
        if (stopping && signal === 'SIGINT' && !process.env.npm_lifecycle_event) process.exit(130)
        stopping = true
        resolve(signal)
      })
    }
  })
}
