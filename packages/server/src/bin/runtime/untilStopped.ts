const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves on the first signal to stop. A second Ctrl-C exits immediately, for users who do not
 * want to wait for running work.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        // npm forwards a Ctrl-C that the terminal has already sent us. That is not a second Ctrl-C.
        if (stopping && signal === 'SIGINT' && !process.env.npm_lifecycle_event) process.exit(130)
        stopping = true
        resolve(signal)
      })
    }
  })
}
