export interface ReadyMessage {
  port: number
}

interface Serving {
  address: string
  close(): Promise<void>
}

/** Runs a server with the settings that the benchmark sends, and reports its port. */
export function serveUntilStopped<Settings>(serve: (settings: Settings) => Promise<Serving>): void {
  process.once('message', async (settings: Settings) => {
    const { address, close } = await serve(settings)
    process.once('SIGTERM', async () => {
      await close()
      process.exit()
    })
    process.send?.({ port: Number(new URL(address).port) } satisfies ReadyMessage)
  })
  // Ctrl-C reaches the whole process group, but the benchmark decides when to stop.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(1))
}
